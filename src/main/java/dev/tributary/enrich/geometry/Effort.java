package dev.tributary.enrich.geometry;

import java.util.List;
import org.locationtech.jts.algorithm.LineIntersector;
import org.locationtech.jts.algorithm.RobustLineIntersector;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.noding.BasicSegmentString;
import org.locationtech.jts.noding.MCIndexNoder;
import org.locationtech.jts.noding.SegmentIntersector;
import org.locationtech.jts.noding.SegmentString;

/**
 * Counts how often edges of a polygon come near each other and cross, and stops at a bound: where n
 * edges all cross each other, a repair would need n² of everything.
 */
final class Effort implements SegmentIntersector {

  /** Below this, even the worst is soon done. */
  private static final int SMALL = 200;

  private static final long NEAR = 5_000_000;
  private static final long CROSSINGS = 20_000;

  private final LineIntersector lines = new RobustLineIntersector();
  private final long mostNear;
  private final long mostCrossings;
  private long near;
  private long crossings;

  private Effort(int vertices) {
    this.mostNear = NEAR + 20L * vertices;
    this.mostCrossings = CROSSINGS + vertices / 10;
  }

  static boolean isBearable(Polygon polygon) {
    int vertices = polygon.getNumPoints();
    if (vertices <= SMALL) {
      return true;
    }
    Effort effort = new Effort(vertices);
    List<SegmentString> rings =
        Rings.of(polygon).stream()
            .<SegmentString>map(ring -> new BasicSegmentString(ring, null))
            .toList();
    new MCIndexNoder(effort).computeNodes(rings);
    return !effort.isDone();
  }

  @Override
  public void processIntersections(SegmentString one, int at, SegmentString other, int otherAt) {
    if (one == other && at == otherAt) {
      return;
    }
    near++;
    Coordinate[] first = one.getCoordinates();
    Coordinate[] second = other.getCoordinates();
    lines.computeIntersection(first[at], first[at + 1], second[otherAt], second[otherAt + 1]);
    if (lines.hasIntersection() && lines.isInteriorIntersection()) {
      crossings++;
    }
  }

  @Override
  public boolean isDone() {
    return near > mostNear || crossings > mostCrossings;
  }
}
