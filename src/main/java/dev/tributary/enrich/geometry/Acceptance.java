package dev.tributary.enrich.geometry;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.locationtech.jts.algorithm.Orientation;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.CoordinateArrays;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.operation.valid.IsValidOp;
import org.locationtech.jts.operation.valid.TopologyValidationError;

/** What keeps a geo_shape from taking an atom, or from reading it as it is meant. */
final class Acceptance {

  private static final Optional<String> CROSSING = Optional.of("it crosses the antimeridian");

  private static final Optional<String> CROSSED_TOO_OFTEN =
      Optional.of("its edges cross each other too often to be looked at one by one");

  /**
   * Up to so many vertices a look at all pairs of edges is soon done, and most polygons are sound:
   * only of those that are not, the effort of a repair is worth knowing.
   */
  private static final int SOON_LOOKED_AT = 3000;

  private Acceptance() {}

  /** The first thing that is wrong. Latitudes far beyond 90 are another's decision. */
  static Optional<String> flaw(Geometry atom) {
    Envelope extent = atom.getEnvelopeInternal();
    if (extent.getMinX() < -180 || extent.getMaxX() > 180) {
      double beyond = extent.getMaxX() > 180 ? extent.getMaxX() : extent.getMinX();
      return Optional.of("longitude %s is beyond 180".formatted(beyond));
    }
    if (isNoise(extent.getMinY()) || isNoise(extent.getMaxY())) {
      return Optional.of("a latitude that rounding put beyond 90");
    }
    if (atom instanceof LineString line && Antimeridian.crosses(line.getCoordinates())) {
      return CROSSING;
    }
    return atom instanceof Polygon polygon ? flaw(polygon, extent) : Optional.empty();
  }

  private static boolean isNoise(double latitude) {
    return Math.abs(latitude) > 90 && Extent.isLatitude(latitude);
  }

  private static Optional<String> flaw(Polygon polygon, Envelope extent) {
    List<Coordinate[]> rings = Rings.of(polygon);
    for (Coordinate[] ring : rings) {
      if (Antimeridian.crosses(ring, ring != rings.get(0))) {
        return CROSSING;
      }
      if (CoordinateArrays.hasRepeatedPoints(ring)) {
        return Optional.of("a point is repeated");
      }
    }
    double width = extent.getWidth();
    if (width > 180 && width != 360 && !Orientation.isCCW(rings.get(0))) {
      return Optional.of("clockwise and wider than 180°: OpenSearch would take what is outside");
    }
    if (Touch.isMisread(rings)) {
      return Optional.of("it touches ±180 several times: OpenSearch would fill the gaps");
    }
    boolean soonLookedAt = polygon.getNumPoints() <= SOON_LOOKED_AT;
    if (!soonLookedAt && !Effort.isBearable(polygon)) {
      return CROSSED_TOO_OFTEN;
    }
    TopologyValidationError error = new IsValidOp(polygon).getValidationError();
    if (error != null && soonLookedAt && !Effort.isBearable(polygon)) {
      return CROSSED_TOO_OFTEN;
    }
    return Optional.ofNullable(error).map(Acceptance::described);
  }

  private static String described(TopologyValidationError error) {
    Coordinate at = error.getCoordinate();
    String what = error.getMessage().toLowerCase(Locale.ROOT);
    return at == null ? what : "%s at (%s %s)".formatted(what, at.x, at.y);
  }
}
