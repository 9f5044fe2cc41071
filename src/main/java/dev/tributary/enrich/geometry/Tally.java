package dev.tributary.enrich.geometry;

/** Looks at each number and counts the positions, over all of a source. */
final class Tally {

  /** 170 to 190 and 0 to 360 are ways to write longitudes; this leaves room for a ring on top. */
  private static final double FARTHEST = 540;

  private final int limit;
  private int vertices;

  Tally(GeometryLimits limits) {
    this.limit = limits.vertices();
  }

  void count() throws RefusedGeometryException {
    if (++vertices > limit) {
      throw RefusedGeometryException.limit("vertices", limit, "It has more vertices than are read");
    }
  }

  static double degrees(double number, Located reader) throws RefusedGeometryException {
    if (Math.abs(number) <= FARTHEST) {
      return number;
    }
    throw RefusedGeometryException.at(
        reader.path(),
        Double.isFinite(number)
            ? number + " is no longitude or latitude in degrees (WGS 84)"
            : "not a finite number");
  }
}
