package dev.tributary.system;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.locationtech.jts.algorithm.Orientation;
import org.locationtech.jts.algorithm.PointLocation;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.Location;

/**
 * A GeoJSON geometry as it is drawn, and whether it holds a point, by JTS and the rules of
 * docs/geometry.md: edges go the short way over the antimeridian, and a point is in a polygon that
 * an odd number of its rings hold. Nothing of Tributary's is in it, so that it can judge that.
 */
final class Drawn {

  private static final GeometryFactory JTS = new GeometryFactory();
  private static final double[] TURNS = {0, 360, -360, 720, -720};

  /** The rings of a polygon; or the only line of what has no area. */
  private record Part(boolean area, List<Coordinate[]> lines) {}

  private final List<Part> parts = new ArrayList<>();

  private Drawn() {}

  /**
   * @param geometry or a feature; what is neither holds nothing
   */
  static Drawn of(JsonNode geometry) {
    Drawn drawn = new Drawn();
    drawn.add(geometry);
    return drawn;
  }

  private void add(JsonNode geometry) {
    JsonNode coordinates = geometry.path("coordinates");
    switch (geometry.path("type").asText()) {
      case "Point" -> addPoint(coordinates);
      case "MultiPoint" -> coordinates.forEach(this::addPoint);
      case "LineString" -> addLine(coordinates);
      case "MultiLineString" -> coordinates.forEach(this::addLine);
      case "Polygon" -> addPolygon(coordinates);
      case "MultiPolygon" -> coordinates.forEach(this::addPolygon);
      case "GeometryCollection" -> geometry.path("geometries").forEach(this::add);
      case "Feature" -> add(geometry.path("geometry"));
      default -> {}
    }
  }

  private void addPoint(JsonNode position) {
    parts.add(new Part(false, List.<Coordinate[]>of(new Coordinate[] {point(position)})));
  }

  private void addLine(JsonNode positions) {
    parts.add(new Part(false, List.<Coordinate[]>of(unwrapped(line(positions)))));
  }

  private void addPolygon(JsonNode rings) {
    List<Coordinate[]> laidOut = new ArrayList<>();
    for (JsonNode ring : rings) {
      laidOut.add(ring(line(ring), !laidOut.isEmpty()));
    }
    parts.add(new Part(true, laidOut));
  }

  private static Coordinate point(JsonNode position) {
    return new Coordinate(position.path(0).asDouble(), position.path(1).asDouble());
  }

  private static Coordinate[] line(JsonNode positions) {
    List<Coordinate> line = new ArrayList<>();
    positions.forEach(position -> line.add(point(position)));
    return line.toArray(Coordinate[]::new);
  }

  private static Coordinate[] ring(Coordinate[] drawn, boolean hole) {
    Coordinate[] ring = drawn;
    if (!ring[0].equals2D(ring[ring.length - 1])) {
      ring = Arrays.copyOf(ring, ring.length + 1);
      ring[ring.length - 1] = ring[0].copy();
    }
    if (isBox(ring) && Orientation.isCCW(ring) != hole) {
      return ring;
    }
    Coordinate[] unwrapped = unwrapped(ring);
    Coordinate last = unwrapped[unwrapped.length - 1];
    if (Math.abs(last.x - unwrapped[0].x) < 1) {
      return unwrapped;
    }
    double pole = Arrays.stream(ring).mapToDouble(point -> point.y).sum() < 0 ? -90 : 90;
    Coordinate[] around = Arrays.copyOf(unwrapped, unwrapped.length + 3);
    around[unwrapped.length] = new Coordinate(last.x, pole);
    around[unwrapped.length + 1] = new Coordinate(unwrapped[0].x, pole);
    around[unwrapped.length + 2] = unwrapped[0].copy();
    return around;
  }

  private static boolean isBox(Coordinate[] ring) {
    Envelope box = JTS.createLineString(ring).getEnvelopeInternal();
    return ring.length == 5
        && Arrays.stream(ring)
            .allMatch(
                point ->
                    (point.x == box.getMinX() || point.x == box.getMaxX())
                        && (point.y == box.getMinY() || point.y == box.getMaxY()));
  }

  private static Coordinate[] unwrapped(Coordinate[] line) {
    Coordinate[] unwrapped = line.clone();
    double turns = 0;
    for (int i = 1; i < line.length; i++) {
      double step = line[i].x - line[i - 1].x;
      if (Math.abs(step) > 180 && Math.abs(step) < 360) {
        turns -= Math.copySign(360, step);
      }
      unwrapped[i] = new Coordinate(line[i].x + turns, line[i].y);
    }
    return unwrapped;
  }

  /** Whether it goes over ±180, or touches it. */
  boolean reachesAntimeridian() {
    return parts.stream()
        .flatMap(part -> part.lines.stream())
        .flatMap(Arrays::stream)
        .anyMatch(point -> Math.abs(point.x) >= 180);
  }

  boolean holds(Coordinate point) {
    return parts.stream().anyMatch(part -> holds(part, point));
  }

  private static boolean holds(Part part, Coordinate point) {
    boolean odd = false;
    for (Coordinate[] line : part.lines) {
      int location = part.area ? location(line, point) : Location.EXTERIOR;
      if (location == Location.BOUNDARY || (!part.area && distance(line, point) == 0)) {
        return true;
      }
      odd ^= location == Location.INTERIOR;
    }
    return odd;
  }

  private static int location(Coordinate[] ring, Coordinate point) {
    for (double turn : TURNS) {
      int location = PointLocation.locateInRing(new Coordinate(point.x + turn, point.y), ring);
      if (location != Location.EXTERIOR) {
        return location;
      }
    }
    return Location.EXTERIOR;
  }

  /** To the nearest edge or point of it, in degrees. */
  double distance(Coordinate point) {
    return parts.stream()
        .flatMap(part -> part.lines.stream())
        .mapToDouble(line -> distance(line, point))
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }

  private static double distance(Coordinate[] line, Coordinate point) {
    var drawn = line.length == 1 ? JTS.createPoint(line[0]) : JTS.createLineString(line);
    return Arrays.stream(TURNS)
        .map(turn -> drawn.distance(JTS.createPoint(new Coordinate(point.x + turn, point.y))))
        .min()
        .orElseThrow();
  }

  /** A point in the box around a part of it, or a little outside. */
  Coordinate around(Random random) {
    Part part = parts.get(random.nextInt(parts.size()));
    Envelope box = JTS.createMultiPointFromCoords(part.lines.get(0)).getEnvelopeInternal();
    double x = box.getMinX() + (random.nextDouble() * 1.4 - 0.2) * box.getWidth();
    double y = box.getMinY() + (random.nextDouble() * 1.4 - 0.2) * box.getHeight();
    double turned = x > 180 ? x - 360 : x < -180 ? x + 360 : x;
    return new Coordinate(turned, Math.max(-90, Math.min(90, y)));
  }
}
