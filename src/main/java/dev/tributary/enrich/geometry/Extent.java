package dev.tributary.enrich.geometry;

import java.util.Optional;

/**
 * How far the numbers of a geometry reach from zero.
 *
 * @param beyond the first latitude that is none, with its place
 */
record Extent(double longitude, double latitude, Optional<Latitude> beyond) {

  /** What rounding leaves beyond ±90 and ±180: a tenth of a metre. */
  static final double NOISE = 1e-6;

  static final Extent NOTHING = new Extent(0, 0, Optional.empty());

  record Latitude(double degrees, String path) {}

  static boolean isLatitude(double degrees) {
    return Math.abs(degrees) <= 90 + NOISE;
  }

  /** Whether exchanging latitude and longitude makes all of it fit. */
  boolean fitsSwapped() {
    return isLatitude(longitude) && latitude <= 180 + NOISE;
  }

  Extent and(Extent other) {
    return new Extent(
        Math.max(longitude, other.longitude),
        Math.max(latitude, other.latitude),
        beyond.isPresent() ? beyond : other.beyond);
  }
}
