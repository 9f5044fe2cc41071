package dev.tributary.enrich.geometry;

import java.util.ArrayList;
import java.util.List;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.CoordinateArrays;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.Point;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.geom.util.GeometryFixer;

/**
 * Puts an atom right: noise clamped, repeated points dropped, laid out over the antimeridian,
 * repaired, cut, turned. A polygon without an area becomes the line or point that it is.
 */
final class Cleaning {

  private Cleaning() {}

  /** Empty where it cannot be done. */
  static List<Geometry> cleaned(Geometry atom) {
    return finished(laidOut(atom));
  }

  /** Repaired, cut and turned, each edge going where it says. */
  static List<Geometry> finished(Geometry laidOut) {
    if (laidOut instanceof Polygon polygon && !Effort.isBearable(polygon)) {
      return List.of();
    }
    List<Geometry> finished = new ArrayList<>();
    for (Geometry whole : Atoms.of(repaired(laidOut))) {
      for (Geometry piece : pieces(whole)) {
        for (Geometry part : Atoms.of(repaired(piece))) {
          // Withdrawing from ±180 may make a sliver's edges cross.
          for (Geometry atom : Atoms.of(repaired(turned(part)))) {
            finished.add(turned(atom));
          }
        }
      }
    }
    return finished;
  }

  /** What is too thin to be cut as a polygon is cut as a line. */
  private static List<Geometry> pieces(Geometry whole) {
    List<Geometry> pieces = Cut.pieces(whole);
    return pieces.isEmpty() && whole instanceof Polygon polygon
        ? Cut.pieces(line(polygon.getExteriorRing().getCoordinates()))
        : pieces;
  }

  /** In one piece, with the longitudes that takes; not yet valid. */
  static Geometry laidOut(Geometry atom) {
    Envelope extent = atom.getEnvelopeInternal();
    boolean oneWorld =
        extent.getMinX() >= -180 - Extent.NOISE && extent.getMaxX() <= 180 + Extent.NOISE;
    if (atom instanceof Point point) {
      return Atoms.FACTORY.createPoint(clamped(point.getCoordinates(), oneWorld)[0]);
    } else if (atom instanceof LineString line) {
      return line(Antimeridian.unwrapped(clamped(line.getCoordinates(), oneWorld)));
    }
    Polygon polygon = (Polygon) atom;
    Coordinate[] shell = clamped(polygon.getExteriorRing().getCoordinates(), oneWorld);
    return Rings.map(polygon, ring -> clamped(ring, oneWorld))
        .flatMap(Antimeridian::unwrapped)
        .<Geometry>map(made -> made)
        .orElseGet(() -> line(Antimeridian.unwrapped(shell)));
  }

  private static Coordinate[] clamped(Coordinate[] line, boolean oneWorld) {
    Coordinate[] clamped = new Coordinate[line.length];
    for (int i = 0; i < line.length; i++) {
      double x = oneWorld ? clamped(line[i].x, 180) : line[i].x;
      clamped[i] = new Coordinate(x, clamped(line[i].y, 90));
    }
    return clamped;
  }

  /** Brought back from just beyond a bound; what is farther out is no noise. */
  private static double clamped(double degrees, double bound) {
    double beyond = Math.abs(degrees) - bound;
    return beyond > 0 && beyond <= Extent.NOISE ? Math.copySign(bound, degrees) : degrees;
  }

  /** A line, or a point where it has no length. */
  private static Geometry line(Coordinate[] line) {
    Coordinate[] distinct = CoordinateArrays.removeRepeatedPoints(line);
    return distinct.length == 1
        ? Atoms.FACTORY.createPoint(distinct[0])
        : Atoms.FACTORY.createLineString(distinct);
  }

  private static Geometry repaired(Geometry atom) {
    if (!(atom instanceof Polygon) || atom.isValid()) {
      return atom;
    }
    GeometryFixer fixer = new GeometryFixer(atom);
    fixer.setKeepCollapsed(true);
    return fixer.getResult();
  }

  private static Geometry turned(Geometry atom) {
    if (!(atom instanceof Polygon polygon)) {
      return atom;
    }
    Polygon oriented = Rings.oriented(polygon);
    return Rings.map(
            oriented,
            Touch.isMisread(Rings.of(oriented))
                ? ring -> Antimeridian.halved(Touch.withdrawn(ring))
                : Antimeridian::halved)
        .orElse(oriented);
  }
}
