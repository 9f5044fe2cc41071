package dev.tributary.enrich.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GeometryReaderTest {

  /** As WKT, by JTS itself. */
  private static String geometry(String text) throws RefusedGeometryException {
    return Shapes.read(text).orElseThrow().geometry().toText();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'type':'Point','coordinates':[1,2]} | POINT (1 2)",
        "{'type':'MultiPoint','coordinates':[[1,2],[3,4]]} | MULTIPOINT ((1 2), (3 4))",
        "{'type':'LineString','coordinates':[[1,2],[3,4]]} | LINESTRING (1 2, 3 4)",
        "{'type':'MultiLineString','coordinates':[[[1,2],[3,4]],[[5,6],[7,8]]]}"
            + " | MULTILINESTRING ((1 2, 3 4), (5 6, 7 8))",
        "{'type':'Polygon','coordinates':[[[0,0],[9,0],[9,9],[0,0]],[[4,1],[5,2],[5,1],[4,1]]]}"
            + " | POLYGON ((0 0, 9 0, 9 9, 0 0), (4 1, 5 2, 5 1, 4 1))",
        "{'type':'MultiPolygon','coordinates':[[[[0,0],[9,0],[9,9],[0,0]]]]}"
            + " | MULTIPOLYGON (((0 0, 9 0, 9 9, 0 0)))",
        "{'type':'GeometryCollection','geometries':[{'type':'Point','coordinates':[1,2]},"
            + "{'type':'LineString','coordinates':[[1,2],[3,4]]}]}"
            + " | GEOMETRYCOLLECTION (POINT (1 2), LINESTRING (1 2, 3 4))",
        "{'type':'Feature','geometry':{'type':'Point','coordinates':[1,2]}} | POINT (1 2)",
      })
  void everyTypeIsRead(String json, String wkt) throws Exception {
    assertThat(geometry(json.replace('\'', '"'))).isEqualTo(wkt);
    assertThat(geometry(wkt)).isEqualTo(wkt);
  }

  @Test
  void membersMayStandInAnyOrderAndOthersArePassed() throws Exception {
    String json =
        """
        {"bbox": [1, 2, [3]], "geometry": {"crs": {"a": [{}, null]}, "coordinates": [1, 2], "type": "Point"},
         "properties": {"coordinates": [["x"]], "type": 7}, "type": "Feature"}
        """;

    assertThat(geometry(json)).isEqualTo("POINT (1 2)");
  }

  @Test
  void typesAreReadInAnyCase() throws Exception {
    assertThat(geometry("{\"type\":\"linestring\",\"coordinates\":[[1,2],[3,4]]}"))
        .isEqualTo("LINESTRING (1 2, 3 4)");
  }

  @Test
  void heightsAndMeasuresAreLeftOut() throws Exception {
    assertThat(geometry("{\"type\":\"LineString\",\"coordinates\":[[1,2,3],[3,4,5,6]]}"))
        .isEqualTo("LINESTRING (1 2, 3 4)");
  }

  @Test
  void featuresOfOneKindBecomeOneMultiGeometry() throws Exception {
    String point =
        "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[%d,0]}}";
    String json =
        "{\"features\":[%s,{\"type\":\"Feature\",\"geometry\":null},%s],\"type\":\"FeatureCollection\"}"
            .formatted(point.formatted(1), point.formatted(2));

    assertThat(geometry(json)).isEqualTo("MULTIPOINT ((1 0), (2 0))");
  }

  @Test
  void collectionsInsideCollectionsBecomeOne() throws Exception {
    assertThat(
            geometry(
                "GEOMETRYCOLLECTION (POINT (1 2), GEOMETRYCOLLECTION (LINESTRING (1 2, 3 4)))"))
        .isEqualTo("GEOMETRYCOLLECTION (POINT (1 2), LINESTRING (1 2, 3 4))");
  }

  @Test
  void emptyPartsAreLeftOut() throws Exception {
    assertThat(
            geometry(
                "{\"type\":\"MultiPolygon\",\"coordinates\":[[],[[[0,0],[9,0],[9,9],[0,0]],[]],[[]]]}"))
        .isEqualTo("MULTIPOLYGON (((0 0, 9 0, 9 9, 0 0)))");
    assertThat(geometry("MULTIPOINT (1 2, EMPTY, 3 4)")).isEqualTo("MULTIPOINT ((1 2), (3 4))");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "  \n",
        "\"\"",
        "\" \"",
        "null",
        "{}",
        "[]",
        "\uFEFF{}",
        "{\"type\":\"Feature\",\"geometry\":null}",
        "{\"type\":\"Feature\",\"geometry\":{}}",
        "{\"type\":\"FeatureCollection\",\"features\":[]}",
        "{\"type\":\"FeatureCollection\",\"features\":[null,{\"type\":\"Feature\",\"geometry\":null}]}",
        "{\"type\":\"GeometryCollection\",\"geometries\":[]}",
        "{\"type\":\"Point\",\"coordinates\":[]}",
        "{\"type\":\"Polygon\",\"coordinates\":null}",
        "{\"type\":\"Polygon\",\"coordinates\":[[]]}",
        "{\"type\":\"MultiPolygon\",\"coordinates\":[[[]],[]]}",
        "POLYGON EMPTY",
        "GEOMETRYCOLLECTION (POINT EMPTY, POLYGON (EMPTY))",
      })
  void whatHoldsNoGeometryIsAbsent(String text) throws Exception {
    assertThat(Shapes.read(text)).isEmpty();
  }

  @Test
  void gzipIsKnownByItsFirstBytes() throws Exception {
    GeometryReader reader = new GeometryReader(GeometryLimits.defaults());
    byte[] json = Shapes.gzip("{\"type\":\"Point\",\"coordinates\":[1,2]}");
    byte[] wkt = Shapes.gzip("POINT (1 2)");

    assertThat(reader.read(json).orElseThrow().geometry().toText()).isEqualTo("POINT (1 2)");
    assertThat(reader.read(wkt).orElseThrow().geometry().toText()).isEqualTo("POINT (1 2)");
  }

  @Test
  void aByteOrderMarkIsPassed() throws Exception {
    assertThat(geometry("\uFEFF{\"type\":\"Point\",\"coordinates\":[1,2]}"))
        .isEqualTo("POINT (1 2)");
    assertThat(geometry("\uFEFFPOINT (1 2)")).isEqualTo("POINT (1 2)");
  }

  @Test
  void longRingsComeThroughWhole() throws Exception {
    int vertices = 100_000;
    String ring =
        IntStream.rangeClosed(0, vertices)
            .mapToObj(i -> circle(i % vertices, vertices))
            .collect(Collectors.joining(","));

    Reading reading =
        new GeometryReader(GeometryLimits.defaults())
            .read(
                ("{\"type\":\"Polygon\",\"coordinates\":[[" + ring + "]]}")
                    .getBytes(StandardCharsets.UTF_8))
            .orElseThrow();

    assertThat(reading.vertices()).isEqualTo(vertices + 1);
    assertThat(reading.geometry().getNumPoints()).isEqualTo(vertices + 1);
    assertThat(reading.geometry().getArea()).isBetween(314.1, 314.2);
  }

  private static String circle(int i, int of) {
    double angle = 2 * Math.PI * i / of;
    return "[%s,%s]".formatted(10 * Math.cos(angle), 10 * Math.sin(angle));
  }
}
