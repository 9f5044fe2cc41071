package dev.tributary.enrich;

import java.util.Objects;

/**
 * An object that a document needs and that is not there for now.
 *
 * @param attribute the one that names it
 * @param reference as {@code _sync} has it
 * @param silent whether its server did not answer at all, so that no other object of it can be had
 */
public record Lacking(String attribute, String reference, String reason, boolean silent) {
  public Lacking {
    Objects.requireNonNull(attribute, "attribute");
    Objects.requireNonNull(reference, "reference");
    Objects.requireNonNull(reason, "reason");
  }

  @Override
  public String toString() {
    return "the object %s of '%s': %s".formatted(reference, attribute, reason);
  }
}
