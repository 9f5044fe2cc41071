package dev.tributary.enrich.geometry;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.locationtech.jts.algorithm.Orientation;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.CoordinateList;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Polygon;

/**
 * Lines and rings that go over ±180 are laid out in one piece, so that 170 to -170 becomes 170 to
 * 190. An edge that is longer than half the world goes the short way round, unless it spans all of
 * it from -180 to 180, as Antarctica's does.
 */
final class Antimeridian {

  private static final double WORLD = 360;

  private Antimeridian() {}

  static boolean crosses(Coordinate[] line) {
    for (int i = 1; i < line.length; i++) {
      if (jumps(line, i)) {
        return true;
      }
    }
    return false;
  }

  /** The same of a polygon's ring, which may be a box. */
  static boolean crosses(Coordinate[] ring, boolean hole) {
    return crosses(ring) && !isBox(ring, hole);
  }

  private static boolean jumps(Coordinate[] line, int to) {
    double width = Math.abs(line[to].x - line[to - 1].x);
    return width > WORLD / 2 && width < WORLD;
  }

  /**
   * An upright rectangle drawn counter-clockwise means its inside, however wide: that is what the
   * bounding box of a country with islands on both sides looks like. A hole is drawn clockwise.
   */
  private static boolean isBox(Coordinate[] ring, boolean hole) {
    if (ring.length != 5 || Orientation.isCCW(ring) == hole) {
      return false;
    }
    boolean level = ring[0].y == ring[1].y;
    for (int i = 0; i < 4; i++) {
      boolean along = i % 2 == 0 ? level : !level;
      if (along ? ring[i].y != ring[i + 1].y : ring[i].x != ring[i + 1].x) {
        return false;
      }
    }
    return true;
  }

  static Coordinate[] unwrapped(Coordinate[] line) {
    Coordinate[] unwrapped = new Coordinate[line.length];
    unwrapped[0] = line[0];
    double offset = 0;
    for (int i = 1; i < line.length; i++) {
      if (jumps(line, i)) {
        offset += line[i].x > line[i - 1].x ? -WORLD : WORLD;
      }
      unwrapped[i] = new Coordinate(line[i].x + offset, line[i].y);
    }
    return unwrapped;
  }

  /** With its holes where the outer ring now is. Empty where nothing of an area is left. */
  static Optional<Polygon> unwrapped(Polygon polygon) {
    List<Coordinate[]> rings = new ArrayList<>();
    Envelope shell = null;
    for (Coordinate[] ring : Rings.of(polygon)) {
      Coordinate[] unwrapped = crosses(ring, shell != null) ? closed(ring, unwrapped(ring)) : ring;
      if (shell == null) {
        shell = envelope(unwrapped);
      }
      rings.add(moved(unwrapped, offset(envelope(unwrapped), shell)));
    }
    return Rings.polygon(rings);
  }

  /**
   * A ring that ends a world away from its beginning goes round a pole: the nearer one is in it.
   */
  private static Coordinate[] closed(Coordinate[] ring, Coordinate[] unwrapped) {
    Coordinate first = unwrapped[0];
    Coordinate last = unwrapped[unwrapped.length - 1];
    double offset = Math.abs(last.x - first.x);
    if (offset < 1) {
      return unwrapped;
    }
    if (offset > WORLD + 1) {
      return ring;
    }
    double pole = Arrays.stream(ring).mapToDouble(point -> point.y).sum() < 0 ? -90 : 90;
    Coordinate[] closed = Arrays.copyOf(unwrapped, unwrapped.length + 3);
    closed[unwrapped.length] = new Coordinate(last.x, pole);
    closed[unwrapped.length + 1] = new Coordinate(first.x, pole);
    closed[unwrapped.length + 2] = first.copy();
    return closed;
  }

  private static double offset(Envelope ring, Envelope shell) {
    for (double offset : new double[] {0, WORLD, -WORLD}) {
      if (ring.getMinX() + offset >= shell.getMinX()
          && ring.getMaxX() + offset <= shell.getMaxX()) {
        return offset;
      }
    }
    return 0;
  }

  /** With a vertex in the middle of each edge that somebody might take the other way round. */
  static Coordinate[] halved(Coordinate[] line) {
    CoordinateList halved = new CoordinateList();
    for (int i = 0; i < line.length; i++) {
      if (i > 0 && jumps(line, i)) {
        halved.add(
            new Coordinate((line[i - 1].x + line[i].x) / 2, (line[i - 1].y + line[i].y) / 2));
      }
      halved.add(line[i]);
    }
    return halved.toCoordinateArray();
  }

  static Coordinate[] moved(Coordinate[] line, double offset) {
    if (offset == 0) {
      return line;
    }
    Coordinate[] moved = new Coordinate[line.length];
    Arrays.setAll(moved, i -> new Coordinate(line[i].x + offset, line[i].y));
    return moved;
  }

  private static Envelope envelope(Coordinate[] line) {
    Envelope envelope = new Envelope();
    for (Coordinate point : line) {
      envelope.expandToInclude(point);
    }
    return envelope;
  }
}
