package dev.tributary.enrich.geometry;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.LinearRing;

/** Makes geometries of positions. Empty parts are left out; what JTS does not take is mended. */
final class Assembly {

  private final Positions positions;
  private Optional<String> flaw = Optional.empty();

  private Assembly(Positions positions) {
    this.positions = positions;
  }

  /** Empty where there are no positions. */
  static Optional<Reading> of(Kind kind, Positions positions) throws RefusedGeometryException {
    if (positions.count() == 0) {
      return Optional.empty();
    }
    if (positions.depth() != kind.depth()) {
      throw RefusedGeometryException.at(
          positions.path(),
          "a %s has its positions %d lists deep, and these are %d deep"
              .formatted(kind.type(), kind.depth(), positions.depth()));
    }
    Assembly assembly = new Assembly(positions);
    List<Geometry> atoms = assembly.atoms(kind);
    Geometry geometry = kind.isMulti() ? Atoms.multi(atoms) : Atoms.joined(atoms);
    return Optional.of(new Reading(geometry, positions.count(), assembly.flaw, positions.extent()));
  }

  private List<Geometry> atoms(Kind kind) throws RefusedGeometryException {
    List<Geometry> atoms = new ArrayList<>();
    switch (kind) {
      case POINT, MULTI_POINT -> {
        for (int i = 0; i < positions.count(); i++) {
          atoms.add(Atoms.FACTORY.createPoint(coordinate(i)));
        }
      }
      case LINE_STRING -> addLine(atoms, 1, 0, positions.path());
      case MULTI_LINE_STRING -> {
        for (int i = 0; i < positions.lists(2); i++) {
          addLine(atoms, 2, i, positions.path() + "[" + i + "]");
        }
      }
      case POLYGON -> addPolygon(atoms, 0, positions.lists(2), 2, positions.path());
      case MULTI_POLYGON -> {
        for (int i = 0; i < positions.lists(2); i++) {
          addPolygon(
              atoms, positions.from(2, i), positions.to(2, i), 3, positions.path() + "[" + i + "]");
        }
      }
    }
    return atoms;
  }

  private void addLine(List<Geometry> atoms, int level, int list, String path) {
    Coordinate[] line = coordinates(level, list);
    if (line.length == 1) {
      note(path, "a line of one position");
      line = new Coordinate[] {line[0], line[0].copy()};
    }
    if (line.length > 0) {
      atoms.add(Atoms.FACTORY.createLineString(line));
    }
  }

  private void addPolygon(List<Geometry> atoms, int from, int to, int level, String path)
      throws RefusedGeometryException {
    LinearRing shell = null;
    List<LinearRing> holes = new ArrayList<>();
    for (int i = from; i < to; i++) {
      String where = path + "[" + (i - from) + "]";
      Coordinate[] ring = coordinates(level, i);
      if (i == from && ring.length > 0) {
        shell = ring(ring, where);
      } else if (ring.length > 0) {
        if (shell == null) {
          throw RefusedGeometryException.at(path, "the outer ring is empty, and there are holes");
        }
        holes.add(ring(ring, where));
      }
    }
    if (shell != null) {
      atoms.add(Atoms.FACTORY.createPolygon(shell, holes.toArray(LinearRing[]::new)));
    }
  }

  private LinearRing ring(Coordinate[] ring, String path) {
    int length = ring.length;
    if (!ring[0].equals2D(ring[length - 1])) {
      note(path, "a ring that is not closed");
      length++;
    }
    if (length < 4) {
      note(path, "a ring of fewer than four positions");
      length = 4;
    }
    Coordinate[] closed = Arrays.copyOf(ring, length);
    for (int i = ring.length; i < length; i++) {
      closed[i] = ring[0].copy();
    }
    return Atoms.FACTORY.createLinearRing(closed);
  }

  private Coordinate[] coordinates(int level, int list) {
    int from = positions.from(level, list);
    Coordinate[] coordinates = new Coordinate[positions.to(level, list) - from];
    Arrays.setAll(coordinates, i -> coordinate(from + i));
    return coordinates;
  }

  private Coordinate coordinate(int position) {
    return new Coordinate(positions.x(position), positions.y(position));
  }

  private void note(String path, String what) {
    if (flaw.isEmpty()) {
      flaw = Optional.of(RefusedGeometryException.at(path, what).getMessage());
    }
  }
}
