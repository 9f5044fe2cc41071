package dev.tributary.enrich.geometry;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.Point;
import org.locationtech.jts.geom.PrecisionModel;
import org.locationtech.jts.precision.GeometryPrecisionReducer;
import org.locationtech.jts.simplify.TopologyPreservingSimplifier;

/** What each step of the ladder makes of an atom. */
final class Rungs {

  private static final PrecisionModel SIX_DECIMALS = new PrecisionModel(1e6);

  /** Of the larger side of an atom's box. */
  private static final double TOLERANCE = 1e-3;

  private Rungs() {}

  /** Empty where the step cannot be taken. */
  static List<Geometry> apply(Step step, Geometry atom) {
    try {
      return switch (step) {
        case AS_IS -> List.of(atom);
        case CLEANED -> Cleaning.cleaned(atom);
        case REDUCED -> each(Cleaning.cleaned(atom), Rungs::reduced);
        case SIMPLIFIED -> each(Cleaning.cleaned(atom), part -> reduced(simplified(part)));
        case ENVELOPE -> Box.of(Cleaning.laidOut(atom).getEnvelopeInternal());
      };
    } catch (RuntimeException | StackOverflowError e) {
      // JTS gives up on a few shapes, each in its own way, and a hostile one can make it recurse
      // without end. None of that says more than that this step does not help.
      return List.of();
    }
  }

  private static List<Geometry> each(List<Geometry> parts, UnaryOperator<Geometry> change) {
    List<Geometry> changed = new ArrayList<>();
    for (Geometry part : parts) {
      for (Geometry atom : Atoms.of(change.apply(part))) {
        changed.addAll(Cleaning.finished(atom));
      }
    }
    return changed;
  }

  /** What rounds away to nothing is the point where it was. */
  private static Geometry reduced(Geometry atom) {
    Geometry reduced = GeometryPrecisionReducer.reduceKeepCollapsed(atom, SIX_DECIMALS);
    if (!reduced.isEmpty()) {
      return reduced;
    }
    Coordinate centre = atom.getEnvelopeInternal().centre();
    SIX_DECIMALS.makePrecise(centre);
    return Atoms.FACTORY.createPoint(centre);
  }

  private static Geometry simplified(Geometry atom) {
    Envelope extent = atom.getEnvelopeInternal();
    double side = Math.max(extent.getWidth(), extent.getHeight());
    return atom instanceof Point
        ? atom
        : TopologyPreservingSimplifier.simplify(atom, side * TOLERANCE);
  }
}
