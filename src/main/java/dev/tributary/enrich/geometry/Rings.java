package dev.tributary.enrich.geometry;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.locationtech.jts.algorithm.Orientation;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.CoordinateArrays;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.Polygon;

/** The rings of polygons, as arrays. */
final class Rings {

  private Rings() {}

  /** The outer ring first, then the holes. */
  static List<Coordinate[]> of(Polygon polygon) {
    List<Coordinate[]> rings = new ArrayList<>();
    rings.add(polygon.getExteriorRing().getCoordinates());
    for (int i = 0; i < polygon.getNumInteriorRing(); i++) {
      rings.add(polygon.getInteriorRingN(i).getCoordinates());
    }
    return rings;
  }

  /** Empty where no outer ring is left. Rings of fewer than three different points are none. */
  static Optional<Polygon> polygon(List<Coordinate[]> rings) {
    List<LinearRing> made = new ArrayList<>();
    for (int i = 0; i < rings.size(); i++) {
      Coordinate[] ring = CoordinateArrays.removeRepeatedPoints(rings.get(i));
      if (ring.length >= 4) {
        made.add(Atoms.FACTORY.createLinearRing(ring));
      } else if (i == 0) {
        return Optional.empty();
      }
    }
    LinearRing[] holes = made.subList(1, made.size()).toArray(LinearRing[]::new);
    return Optional.of(Atoms.FACTORY.createPolygon(made.get(0), holes));
  }

  static Optional<Polygon> map(Polygon polygon, UnaryOperator<Coordinate[]> change) {
    return polygon(of(polygon).stream().map(change).toList());
  }

  /** The outer ring counter-clockwise, holes clockwise: the right-hand rule of GeoJSON. */
  static Polygon oriented(Polygon polygon) {
    List<Coordinate[]> rings = new ArrayList<>();
    for (Coordinate[] ring : of(polygon)) {
      boolean turn = Orientation.isCCW(ring) != rings.isEmpty();
      Coordinate[] copy = ring.clone();
      if (turn) {
        CoordinateArrays.reverse(copy);
      }
      rings.add(copy);
    }
    return polygon(rings).orElse(polygon);
  }
}
