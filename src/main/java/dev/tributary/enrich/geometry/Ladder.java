package dev.tributary.enrich.geometry;

import dev.tributary.entity.Swapped;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.locationtech.jts.geom.CoordinateFilter;
import org.locationtech.jts.geom.Geometry;

/**
 * Makes a geometry into one that a geo_shape takes, in steps of which each is tried only where the
 * one before did not do. Which step that is, is decided for each polygon, line and point by itself;
 * the farthest counts for all.
 */
public final class Ladder {

  private final Geometry geometry;
  private final List<Geometry> atoms;
  private final int vertices;

  private Ladder(Geometry geometry, int vertices) {
    this.geometry = geometry;
    this.atoms = Atoms.of(geometry);
    this.vertices = vertices;
  }

  /**
   * The first step whose result should be taken.
   *
   * @throws RefusedGeometryException for latitudes that are none
   */
  public static Prepared start(Reading reading, Swapped swapped) throws RefusedGeometryException {
    Optional<Extent.Latitude> beyond = reading.extent().beyond();
    if (beyond.isEmpty() || (swapped == Swapped.KEEP && reading.extent().fitsSwapped())) {
      Step floor = reading.flaw().isPresent() ? Step.CLEANED : Step.AS_IS;
      return start(reading.geometry(), reading, floor, reading.flaw());
    }
    String found =
        "%s: latitude %s is beyond 90".formatted(beyond.get().path(), beyond.get().degrees());
    if (!reading.extent().fitsSwapped()) {
      throw new RefusedGeometryException(found);
    }
    if (swapped == Swapped.REJECT) {
      throw new RefusedGeometryException(
          found
              + ", and all of it fits with latitude and longitude exchanged: mend it where it"
              + " comes from, or say swapped: repair");
    }
    return start(
        exchanged(reading.geometry()),
        reading,
        Step.CLEANED,
        Optional.of("latitude and longitude were exchanged"));
  }

  private static Prepared start(
      Geometry geometry, Reading reading, Step floor, Optional<String> why)
      throws RefusedGeometryException {
    return new Ladder(geometry, reading.vertices())
        .from(floor, why)
        .orElseThrow(() -> new RefusedGeometryException("not even a box around it can be made"));
  }

  private static Geometry exchanged(Geometry geometry) {
    Geometry exchanged = geometry.copy();
    CoordinateFilter exchange =
        point -> {
          double x = point.x;
          point.setX(point.y);
          point.setY(x);
        };
    exchanged.apply(exchange);
    exchanged.geometryChanged();
    return exchanged;
  }

  /** The next step whose result is another; empty behind the last. */
  Optional<Prepared> after(Prepared prepared, String refusal) {
    return EnumSet.allOf(Step.class).stream()
        .filter(step -> step.compareTo(prepared.step()) > 0)
        .flatMap(step -> from(step, Optional.of(refusal)).stream())
        .filter(next -> !next.geometry().equalsNorm(prepared.geometry()))
        .findFirst();
  }

  private Optional<Prepared> from(Step floor, Optional<String> why) {
    List<Geometry> result = new ArrayList<>();
    Step farthest = floor;
    Optional<String> reason = why;
    for (Geometry atom : atoms) {
      Optional<Climb> climb = climb(atom, floor);
      if (climb.isEmpty()) {
        return Optional.empty();
      }
      result.addAll(climb.get().result);
      reason = reason.or(() -> climb.get().flaw);
      farthest = climb.get().step.compareTo(farthest) > 0 ? climb.get().step : farthest;
    }
    Geometry whole = farthest == Step.AS_IS ? geometry : Atoms.joined(result);
    return Optional.of(new Prepared(this, farthest, whole, vertices, reason));
  }

  private record Climb(Step step, List<Geometry> result, Optional<String> flaw) {}

  private static Optional<Climb> climb(Geometry atom, Step floor) {
    Optional<String> flaw = Optional.empty();
    for (Step step : EnumSet.range(floor, Step.ENVELOPE)) {
      List<Geometry> result = Rungs.apply(step, atom);
      Optional<String> wrong = wrong(result);
      if (wrong.isEmpty()) {
        return Optional.of(new Climb(step, result, flaw));
      }
      flaw = flaw.or(() -> wrong);
    }
    return Optional.empty();
  }

  private static Optional<String> wrong(List<Geometry> result) {
    return result.isEmpty()
        ? Optional.of("it cannot be repaired")
        : result.stream().map(Acceptance::flaw).flatMap(Optional::stream).findFirst();
  }
}
