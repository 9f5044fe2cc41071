package dev.tributary.enrich.geometry;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is no geometry is refused, and the reason says what is wrong and where. */
class RefusedGeometriesTest {

  private static void assertRefused(String text, String reason) {
    assertThatExceptionOfType(RefusedGeometryException.class)
        .isThrownBy(() -> Shapes.read(text))
        .withMessage(reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[1] | coordinates: a position needs two numbers, and has one",
        "['1','2'] | coordinates[0]: expected numbers, found a text",
        "[1,'2'] | coordinates[1]: expected numbers, found a text",
        "[1,2,null] | coordinates[2]: expected numbers, found null",
        "[1,true] | coordinates[1]: expected numbers, found a boolean",
        "[1,[2]] | coordinates[1]: expected numbers, found a list",
        "{'x':1} | coordinates: expected numbers, found an object",
        "7 | coordinates: expected numbers, found a number",
        "[1,1e999] | coordinates[1]: not a finite number",
        "[500000,5000000] | coordinates[0]: 500000.0 is no longitude or latitude in degrees (WGS 84)",
        "[[1,2]] | coordinates: a Point has its positions 1 lists deep, and these are 2 deep",
        "[[[[[1,2]]]]] | coordinates[0][0][0][0]: lists are nested deeper than in a MultiPolygon",
      })
  void coordinatesOfAPoint(String coordinates, String reason) {
    assertRefused(
        "{\"type\":\"Point\",\"coordinates\":%s}".formatted(coordinates.replace('\'', '"')),
        reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[[[0,0],[9,0],[9],[0,0]]] | coordinates[0][2]: a position needs two numbers, and has one",
        "[[[0,0],[9,0],5,[0,0]]] | coordinates[0][2]: a number stands beside lists",
        "[[[0,0],[9,0],[],[0,0]]] | coordinates[0][2]: the positions are not all nested equally deep",
        "[[[0,0],[[9,0]]]] | coordinates[0][1][0]: the positions are not all nested equally deep",
        "[[[]],[[0,0],[9,0],[9,9],[0,0]]]"
            + " | coordinates[1][0]: the positions are not all nested equally deep",
        "[[0,0],[9,0],[9,9],[0,0]]"
            + " | coordinates: a Polygon has its positions 3 lists deep, and these are 2 deep",
        "[[],[[0,0],[9,0],[9,9],[0,0]]]"
            + " | coordinates: the outer ring is empty, and there are holes",
      })
  void coordinatesOfAPolygon(String coordinates, String reason) {
    assertRefused("{\"type\":\"Polygon\",\"coordinates\":%s}".formatted(coordinates), reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'a':1} | an object without 'type' is no GeoJSON",
        "{'type':7} | type: expected a text, found a number",
        "{'type':'Circle','coordinates':[1,2]} | 'Circle' is no type of geometry that is read",
        "{'type':'Polygon'} | a Polygon without 'coordinates'",
        "{'type':'Feature'} | a Feature without 'geometry'",
        "{'type':'FeatureCollection'} | a FeatureCollection without 'features'",
        "{'type':'GeometryCollection','geometries':{}} | geometries: expected a list, found an object",
        "{'type':'GeometryCollection','geometries':[7]}"
            + " | geometries[0]: expected an object, found a number",
        "{'type':'Feature','geometry':'POINT (1 2)'}"
            + " | geometry: expected an object, found a text",
        "{'type':'Feature','geometry':{'type':'FeatureCollection','features':[]}}"
            + " | geometry: a collection of features inside another",
        "{'type':'Point','coordinates':[1,2],'features':[]} | a Point with 'features'",
        "{'type':'FeatureCollection','features':[{'type':'Feature','geometry':"
            + "{'type':'LineString','coordinates':[[1,2],[3,'4']]}}]}"
            + " | features[0].geometry.coordinates[1][1]: expected numbers, found a text",
        "{'type':'Point','coordinates':[1,2]} {} | there is more after the end of the GeoJSON",
        "[{'type':'Point','coordinates':[1,2]}] | expected GeoJSON, found a list",
      })
  void objects(String json, String reason) {
    assertRefused(json.replace('\'', '"'), reason);
  }

  @Test
  void aTextInsideAJsonTextIsNotLookedInto() {
    assertRefused("\"POINT (1 2)\"", "expected GeoJSON, found a text");
  }

  @Test
  void notANumberIsNamedWithItsPlace() {
    assertThatExceptionOfType(RefusedGeometryException.class)
        .isThrownBy(() -> Shapes.read("{\"type\":\"Point\",\"coordinates\":[1,\nNaN]}"))
        .withMessageStartingWith("coordinates[1]: not JSON at line 2, column 4: ")
        .withMessageContaining("NaN");
  }

  @Test
  void aTextThatEndsEarlyIsNoJson() {
    assertThatExceptionOfType(RefusedGeometryException.class)
        .isThrownBy(() -> Shapes.read("{\"type\":\"Point\",\"coordinates\":[1,2"))
        .withMessageContaining("not JSON at line 1")
        .withMessageContaining("end-of-input");
  }

  @ParameterizedTest
  @ValueSource(strings = {"<kml>", "7", "%PDF", "(1 2)"})
  void otherFilesAreKnownByTheirBeginning(String text) {
    assertThatExceptionOfType(RefusedGeometryException.class)
        .isThrownBy(() -> Shapes.read(text))
        .withMessage("neither GeoJSON nor WKT: it begins with '%s'", text.charAt(0));
  }

  @Test
  void bytesThatAreNoTextAreNamed() {
    assertThatExceptionOfType(RefusedGeometryException.class)
        .isThrownBy(
            () -> new GeometryReader(GeometryLimits.defaults()).read(new byte[] {0, 0, 39, 10}))
        .withMessage("neither GeoJSON nor WKT: it begins with byte 0x00");
  }

  @Test
  void brokenGzipIsRefused() {
    byte[] whole = Shapes.gzip("{\"type\":\"Point\",\"coordinates\":[1,2]}");
    byte[] half = Arrays.copyOf(whole, whole.length / 2);
    byte[] damaged = whole.clone();
    damaged[whole.length - 5] ^= 1;
    byte[] fake = {0x1f, (byte) 0x8b, 'x'};

    for (byte[] bytes : new byte[][] {half, damaged, fake}) {
      assertThatExceptionOfType(RefusedGeometryException.class)
          .as(new String(bytes, StandardCharsets.ISO_8859_1))
          .isThrownBy(() -> new GeometryReader(GeometryLimits.defaults()).read(bytes))
          .withMessageStartingWith("gzip that cannot be expanded");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CIRCLE (1 2 3) | expected a type of geometry, found 'CIRCLE'",
        "POINT | POINT: expected '(', found the end",
        "POINT (1) | POINT: expected a number, found ')'",
        "POINT (1, 2) | POINT: expected a number, found ','",
        "POINT (1 2 3 4 5) | POINT: expected ')', found '5'",
        "POINT (1 NaN) | POINT: not a finite number",
        "POINT (1 2) POINT (3 4) | expected the end, found 'POINT'",
        "LINESTRING (1 2, x 4) | LINESTRING[1]: expected a number, found 'x'",
        "POLYGON ((0 0, 1 0, 1 1, 0 0) | POLYGON: expected ')', found the end",
        "POLYGON (0 0, 1 0, 1 1, 0 0) | POLYGON[0]: expected '(', found '0'",
        "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), ((0 0, 1 0, 1 1, 0 zero)))"
            + " | MULTIPOLYGON[1][0][3]: expected a number, found 'zero'",
        "GEOMETRYCOLLECTION (POINT (1 2), POINT (x 2))"
            + " | GEOMETRYCOLLECTION[1].POINT: expected a number, found 'x'",
        "SRID=3857;POINT (1 2)"
            + " | expected 4326, the only reference system that a geo_shape knows, found '3857'",
      })
  void wellKnownText(String text, String reason) {
    assertRefused(text, reason);
  }
}
