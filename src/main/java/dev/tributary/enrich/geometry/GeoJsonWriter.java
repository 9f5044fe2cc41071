package dev.tributary.enrich.geometry;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.NumberOutput;
import java.io.IOException;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryCollection;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.MultiLineString;
import org.locationtech.jts.geom.MultiPoint;
import org.locationtech.jts.geom.MultiPolygon;
import org.locationtech.jts.geom.Point;
import org.locationtech.jts.geom.Polygon;

/** Writes GeoJSON, each number with the fewest digits that give it back. */
final class GeoJsonWriter {

  private GeoJsonWriter() {}

  static void write(Geometry geometry, JsonGenerator out) throws IOException {
    out.writeStartObject();
    out.writeStringField("type", geometry.getGeometryType());
    boolean mixed =
        geometry instanceof GeometryCollection
            && !(geometry instanceof MultiPoint
                || geometry instanceof MultiLineString
                || geometry instanceof MultiPolygon);
    out.writeFieldName(mixed ? "geometries" : "coordinates");
    if (mixed) {
      out.writeStartArray();
      for (int i = 0; i < geometry.getNumGeometries(); i++) {
        write(geometry.getGeometryN(i), out);
      }
      out.writeEndArray();
    } else {
      coordinates(geometry, out);
    }
    out.writeEndObject();
  }

  private static void coordinates(Geometry geometry, JsonGenerator out) throws IOException {
    if (geometry instanceof Point point) {
      position(point.getCoordinate(), out);
    } else if (geometry instanceof LineString line) {
      line(line.getCoordinates(), out);
    } else if (geometry instanceof Polygon polygon) {
      out.writeStartArray();
      for (Coordinate[] ring : Rings.of(polygon)) {
        line(ring, out);
      }
      out.writeEndArray();
    } else {
      out.writeStartArray();
      for (int i = 0; i < geometry.getNumGeometries(); i++) {
        coordinates(geometry.getGeometryN(i), out);
      }
      out.writeEndArray();
    }
  }

  private static void line(Coordinate[] line, JsonGenerator out) throws IOException {
    out.writeStartArray();
    for (Coordinate point : line) {
      position(point, out);
    }
    out.writeEndArray();
  }

  private static void position(Coordinate point, JsonGenerator out) throws IOException {
    out.writeStartArray();
    write(point.x, out);
    write(point.y, out);
    out.writeEndArray();
  }

  static void write(double number, JsonGenerator out) throws IOException {
    if (number == Math.rint(number)) {
      out.writeNumber((long) number);
    } else {
      out.writeNumber(NumberOutput.toString(number, true));
    }
  }
}
