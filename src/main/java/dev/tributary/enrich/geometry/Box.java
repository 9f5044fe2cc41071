package dev.tributary.enrich.geometry;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.util.AffineTransformation;

/** Boxes as geometries, and the narrowest box around many, which may go over the antimeridian. */
final class Box {

  /** A side shorter than this is none. */
  private static final double NO_SIDE = 1e-9;

  private Box() {}

  /** One polygon or two; a line or a point where sides are missing. */
  static List<Geometry> of(Envelope box) {
    double west = box.getMinX();
    double south = box.getMinY();
    double east = box.getWidth() < NO_SIDE ? west : box.getMaxX();
    double north = box.getHeight() < NO_SIDE ? south : box.getMaxY();
    Coordinate[] corners = {
      new Coordinate(west, south),
      new Coordinate(east, south),
      new Coordinate(east, north),
      new Coordinate(west, north),
      new Coordinate(west, south)
    };
    if (west == east && south == north) {
      return Cleaning.finished(Atoms.FACTORY.createPoint(corners[0]));
    } else if (west == east || south == north) {
      return Cleaning.finished(
          Atoms.FACTORY.createLineString(new Coordinate[] {corners[0], corners[2]}));
    }
    return Cleaning.finished(Atoms.FACTORY.createPolygon(corners));
  }

  /**
   * Around atoms of one world. Its east is beyond 180 where it goes over the antimeridian: where
   * the widest stretch of longitudes without any atom is not the one around ±180.
   */
  static Envelope around(List<Geometry> atoms) {
    List<Envelope> sorted = new ArrayList<>();
    Envelope all = new Envelope();
    for (Geometry atom : atoms) {
      sorted.add(atom.getEnvelopeInternal());
      all.expandToInclude(atom.getEnvelopeInternal());
    }
    sorted.sort(Comparator.comparingDouble(Envelope::getMinX));
    double west = all.getMinX();
    double east = all.getMaxX();
    double widest = 360 - all.getWidth();
    double reached = west;
    for (Envelope next : sorted) {
      if (next.getMinX() - reached > widest) {
        widest = next.getMinX() - reached;
        west = next.getMinX();
        east = reached + 360;
      }
      reached = Math.max(reached, next.getMaxX());
    }
    return new Envelope(west, east, all.getMinY(), all.getMaxY());
  }

  /** An atom of one world, moved to where a box around it and others has it. */
  static Geometry moved(Geometry atom, Envelope box) {
    return atom.getEnvelopeInternal().getMinX() < box.getMinX()
        ? AffineTransformation.translationInstance(360, 0).transform(atom)
        : atom;
  }
}
