package dev.tributary.enrich.geometry;

import java.util.ArrayList;
import java.util.List;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryCollection;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.Point;
import org.locationtech.jts.geom.Polygon;

/**
 * The points, lines and polygons of a geometry. OpenSearch indexes each of them for itself, so they
 * are checked and mended for themselves too: polygons of a MultiPolygon may touch and overlap.
 */
final class Atoms {

  static final GeometryFactory FACTORY = new GeometryFactory();

  private Atoms() {}

  static List<Geometry> of(Geometry geometry) {
    List<Geometry> atoms = new ArrayList<>();
    addTo(atoms, geometry);
    return atoms;
  }

  static void addTo(List<Geometry> atoms, Geometry geometry) {
    if (geometry instanceof GeometryCollection collection) {
      for (int i = 0; i < collection.getNumGeometries(); i++) {
        addTo(atoms, collection.getGeometryN(i));
      }
    } else if (!geometry.isEmpty()) {
      atoms.add(geometry);
    }
  }

  /** One atom, a Multi… where all are of one kind, else a collection. */
  static Geometry joined(List<Geometry> atoms) {
    return FACTORY.buildGeometry(atoms);
  }

  /** The same for atoms of one kind, also where there is but one. */
  static Geometry multi(List<Geometry> atoms) {
    Geometry joined = joined(atoms);
    if (joined instanceof Point point) {
      return FACTORY.createMultiPoint(new Point[] {point});
    } else if (joined instanceof LineString line) {
      return FACTORY.createMultiLineString(new LineString[] {line});
    } else if (joined instanceof Polygon polygon) {
      return FACTORY.createMultiPolygon(new Polygon[] {polygon});
    }
    return joined;
  }
}
