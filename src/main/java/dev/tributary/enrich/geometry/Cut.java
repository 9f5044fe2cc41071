package dev.tributary.enrich.geometry;

import java.util.ArrayList;
import java.util.List;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.Point;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.operation.overlayng.OverlayNG;
import org.locationtech.jts.operation.overlayng.OverlayNGRobust;

/** Cuts atoms at ±180 and at every full turn from there, and puts the pieces into the one world. */
final class Cut {

  /** Pieces narrower than this are left by the arithmetic. */
  private static final double SLIVER = 1e-9;

  private Cut() {}

  static List<Geometry> pieces(Geometry atom) {
    Envelope extent = atom.getEnvelopeInternal();
    if (extent.getMinX() >= -180 && extent.getMaxX() <= 180) {
      return List.of(atom);
    }
    List<Geometry> pieces = new ArrayList<>();
    if (atom instanceof Point point) {
      double turns = 360 * world(point.getX());
      pieces.add(Atoms.FACTORY.createPoint(new Coordinate(point.getX() - turns, point.getY())));
    } else if (atom instanceof LineString line) {
      addPieces(pieces, line.getCoordinates());
    } else {
      for (double k = world(extent.getMinX()); 360 * k - 180 < extent.getMaxX() - SLIVER; k++) {
        addPieces(pieces, (Polygon) atom, k);
      }
    }
    return pieces;
  }

  /** Which turn a longitude belongs to: 0 from -180 to 180, 1 from there to 540. */
  private static double world(double longitude) {
    return Math.floor((longitude + 180) / 360);
  }

  private static void addPieces(List<Geometry> pieces, Polygon polygon, double world) {
    double west = 360 * world - 180;
    Geometry strip = Atoms.FACTORY.toGeometry(new Envelope(west, west + 360, -100, 100));
    for (Geometry piece :
        Atoms.of(OverlayNGRobust.overlay(polygon, strip, OverlayNG.INTERSECTION))) {
      if (piece instanceof Polygon part && part.getEnvelopeInternal().getWidth() > SLIVER) {
        Rings.map(part, ring -> snapped(Antimeridian.moved(ring, -360 * world)))
            .ifPresent(pieces::add);
      }
    }
  }

  /** Goes from vertex to vertex and ends a piece at each cut. */
  private static void addPieces(List<Geometry> pieces, Coordinate[] line) {
    List<Coordinate> piece = new ArrayList<>();
    double current = Double.NaN;
    for (int i = 1; i < line.length; i++) {
      List<Coordinate> stops = stops(line[i - 1], line[i]);
      for (int stop = 1; stop < stops.size(); stop++) {
        Coordinate from = stops.get(stop - 1);
        Coordinate to = stops.get(stop);
        double world = world((from.x + to.x) / 2);
        if (world != current) {
          addPiece(pieces, piece, current);
          piece = new ArrayList<>(List.of(from));
          current = world;
        }
        piece.add(to);
      }
    }
    addPiece(pieces, piece, current);
  }

  private static void addPiece(List<Geometry> pieces, List<Coordinate> piece, double world) {
    if (piece.size() > 1) {
      Coordinate[] line = piece.toArray(Coordinate[]::new);
      pieces.add(Atoms.FACTORY.createLineString(snapped(Antimeridian.moved(line, -360 * world))));
    }
  }

  /** A segment's ends, and where it is cut between them. */
  private static List<Coordinate> stops(Coordinate from, Coordinate to) {
    List<Coordinate> stops = new ArrayList<>(List.of(from));
    double low = Math.min(from.x, to.x);
    double high = Math.max(from.x, to.x);
    for (double k = world(low) + 1; 360 * k - 180 < high; k++) {
      double cut = 360 * k - 180;
      double part = (cut - from.x) / (to.x - from.x);
      Coordinate stop = new Coordinate(cut, from.y + part * (to.y - from.y));
      stops.add(from.x < to.x ? stops.size() : 1, stop);
    }
    stops.add(to);
    return stops;
  }

  private static Coordinate[] snapped(Coordinate[] line) {
    Coordinate[] snapped = new Coordinate[line.length];
    for (int i = 0; i < line.length; i++) {
      boolean near = Math.abs(180 - Math.abs(line[i].x)) < SLIVER;
      snapped[i] = near ? new Coordinate(Math.copySign(180, line[i].x), line[i].y) : line[i];
    }
    return snapped;
  }
}
