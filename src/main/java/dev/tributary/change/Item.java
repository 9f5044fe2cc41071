package dev.tributary.change;

import java.util.Map;
import java.util.Objects;

/** An item's attributes, keys included, in no particular order. */
public record Item(Map<String, Value> attributes) {
  public Item {
    Objects.requireNonNull(attributes, "attributes");
  }
}
