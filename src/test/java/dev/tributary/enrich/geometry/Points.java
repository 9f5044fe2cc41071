package dev.tributary.enrich.geometry;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.Point;
import org.locationtech.jts.geom.Polygon;

/** Random points, and whether shapes hold them, by JTS. */
final class Points {

  /** Lucene's numbers are a ten-millionth of a degree: nothing is asked so near an edge. */
  private static final double EDGE = 1e-6;

  private Points() {}

  /** In the box around an atom or a little outside, and in the world. */
  static Coordinate around(Geometry atom, Random random) {
    Envelope box = atom.getEnvelopeInternal();
    double x = box.getMinX() + (random.nextDouble() * 1.4 - 0.2) * box.getWidth();
    double y = box.getMinY() + (random.nextDouble() * 1.4 - 0.2) * box.getHeight();
    return new Coordinate(Math.max(-180, Math.min(180, x)), Math.max(-90, Math.min(90, y)));
  }

  /** Empty where the point is too near an edge to ask. */
  static Optional<Boolean> held(List<Geometry> atoms, Coordinate at) {
    Point point = Atoms.FACTORY.createPoint(at);
    boolean held = false;
    for (Geometry atom : atoms) {
      Geometry edge = atom instanceof Polygon ? atom.getBoundary() : atom;
      if (edge.isWithinDistance(point, EDGE)) {
        return Optional.empty();
      }
      held |= atom.covers(point);
    }
    return Optional.of(held);
  }
}
