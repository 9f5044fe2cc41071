package dev.tributary.entity;

import dev.tributary.change.Value;
import java.util.Objects;

/**
 * What one item's document still needs.
 *
 * @param value what the attribute holds
 */
public record Need(Pull pull, Value value) {
  public Need {
    Objects.requireNonNull(pull, "pull");
    Objects.requireNonNull(value, "value");
  }
}
