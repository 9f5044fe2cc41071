package dev.tributary.enrich.geometry;

import java.util.Optional;

/**
 * What would become of one feature.
 *
 * @param path where it stands; empty for a geometry that stands alone
 * @param label its name or id; empty without
 * @param facts empty where there is no geometry, or where it is refused
 * @param refusal why it is refused
 */
public record Finding(
    String path, String label, Optional<GeometryFacts> facts, Optional<String> refusal) {

  /** A feature without a geometry, which is no error. */
  public boolean isAbsent() {
    return facts.isEmpty() && refusal.isEmpty();
  }
}
