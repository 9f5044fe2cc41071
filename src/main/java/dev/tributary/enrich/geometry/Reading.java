package dev.tributary.enrich.geometry;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.locationtech.jts.geom.Geometry;

/** A geometry as it was read, and what was noticed while reading. Never empty. */
public final class Reading {

  private final Geometry geometry;
  private final int vertices;
  private final Optional<String> flaw;
  private final Extent extent;

  Reading(Geometry geometry, int vertices, Optional<String> flaw, Extent extent) {
    this.geometry = geometry;
    this.vertices = vertices;
    this.flaw = flaw;
    this.extent = extent;
  }

  /** The features of a collection, or the parts of one feature, as one. */
  static Optional<Reading> of(List<Reading> parts) {
    if (parts.size() < 2) {
      return parts.stream().findFirst();
    }
    List<Geometry> atoms = new ArrayList<>();
    int vertices = 0;
    Optional<String> flaw = Optional.empty();
    Extent extent = Extent.NOTHING;
    for (Reading part : parts) {
      Atoms.addTo(atoms, part.geometry);
      vertices += part.vertices;
      flaw = flaw.or(() -> part.flaw);
      extent = extent.and(part.extent);
    }
    return Optional.of(new Reading(Atoms.joined(atoms), vertices, flaw, extent));
  }

  /** How many positions there were. */
  public int vertices() {
    return vertices;
  }

  /** With all rings closed. */
  Geometry geometry() {
    return geometry;
  }

  /** What had to be mended to have a geometry at all. */
  Optional<String> flaw() {
    return flaw;
  }

  Extent extent() {
    return extent;
  }
}
