package dev.tributary.enrich.geometry;

import java.util.List;
import org.locationtech.jts.geom.Coordinate;

/**
 * Polygons that touch ±180. OpenSearch cuts there even where nothing crosses, and joins all places
 * where a polygon touches: a bay between two of them is filled. A hair's breadth off ±180 nothing
 * is cut, and Lucene, whose numbers are coarser than that, indexes the same.
 */
final class Touch {

  private static final double HAIR = 1e-9;

  private Touch() {}

  static boolean isMisread(List<Coordinate[]> rings) {
    return touches(rings, 180) > 1 || touches(rings, -180) > 1;
  }

  /** How many runs of vertices lie on a meridian. */
  private static int touches(List<Coordinate[]> rings, double meridian) {
    int touches = 0;
    for (Coordinate[] ring : rings) {
      for (int i = 1; i < ring.length; i++) {
        if (ring[i].x == meridian && ring[i - 1].x != meridian) {
          touches++;
        }
      }
    }
    return touches;
  }

  static Coordinate[] withdrawn(Coordinate[] ring) {
    Coordinate[] withdrawn = new Coordinate[ring.length];
    for (int i = 0; i < ring.length; i++) {
      withdrawn[i] =
          Math.abs(ring[i].x) == 180
              ? new Coordinate(Math.copySign(180 - HAIR, ring[i].x), ring[i].y)
              : ring[i];
    }
    return withdrawn;
  }
}
