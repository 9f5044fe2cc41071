package dev.tributary.enrich.geometry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written for a document. */
class PreparedTest {

  private static final String FIJI =
      "MULTIPOLYGON (((177 -18, 180 -18, 180 -16, 177 -18)),"
          + " ((-180 -18, -179 -18, -179 -16, -180 -16, -180 -18)))";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type':'Point','coordinates':[1.5,-2]}",
        "{'type':'MultiPoint','coordinates':[[1,2]]}",
        "{'type':'LineString','coordinates':[[0.1,0.30000000000000004],[1.0E-7,2]]}",
        "{'type':'MultiLineString','coordinates':[[[1,2],[3,4]]]}",
        "{'type':'Polygon','coordinates':[[[0,0],[9,0],[9,9],[0,0]],[[4,1],[5,2],[5,1],[4,1]]]}",
        "{'type':'MultiPolygon','coordinates':[[[[0,0],[9,0],[9,9],[0,0]]]]}",
        "{'type':'GeometryCollection','geometries':[{'type':'Point','coordinates':[1,2]},"
            + "{'type':'LineString','coordinates':[[1,2],[3,4]]}]}",
      })
  void theShapeIsWrittenAsItWasRead(String json) throws Exception {
    String text = json.replace('\'', '"');

    assertThat(Shapes.json(Shapes.prepared(text)::writeShape)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "POLYGON ((1 2, 3 2, 2 5, 1 2)) | {'type':'Polygon','coordinates':[[[1,2],[3,2],[3,5],[1,5],[1,2]]]}",
        "POINT (1 2) | {'type':'Point','coordinates':[1,2]}",
        "LINESTRING (1 2, 3 2) | {'type':'LineString','coordinates':[[1,2],[3,2]]}",
        "LINESTRING (1 2, 3 4, 1 2) | {'type':'Polygon','coordinates':[[[1,2],[3,2],[3,4],[1,4],[1,2]]]}",
        FIJI
            + " | {'type':'MultiPolygon','coordinates':"
            + "[[[[177,-18],[180,-18],[180,-16],[177,-16],[177,-18]]],"
            + "[[[-179,-16],[-180,-16],[-180,-18],[-179,-18],[-179,-16]]]]}",
        "MULTIPOINT ((-100 0), (-170 5), (172 1))"
            + " | {'type':'MultiPolygon','coordinates':"
            + "[[[[172,0],[180,0],[180,5],[172,5],[172,0]]],"
            + "[[[-100,5],[-180,5],[-180,0],[-100,0],[-100,5]]]]}",
      })
  void theEnvelopeIsTheNarrowestBox(String wkt, String json) throws Exception {
    assertThat(Shapes.json(Shapes.prepared(wkt)::writeEnvelope)).isEqualTo(json.replace('\'', '"'));
  }

  @Test
  void theCentroidOfACountryOnBothSidesIsNearIt() throws Exception {
    GeoPoint centroid = Shapes.prepared(FIJI).centroid().orElseThrow();

    assertThat(centroid.longitude()).isCloseTo(179.6, within(0.1));
    assertThat(centroid.latitude()).isCloseTo(-17.2, within(0.1));
  }

  @Test
  void theCentroidIsWrittenAsAGeoPoint() throws Exception {
    GeoPoint centroid =
        Shapes.prepared("POLYGON ((-179 0, -177 0, -177 3, -179 3, -179 0))")
            .centroid()
            .orElseThrow();

    assertThat(Shapes.json(centroid::write)).isEqualTo("{\"lat\":1.5,\"lon\":-178}");
  }

  @Test
  void theCentroidIsOfWhatHasTheMostDimensions() throws Exception {
    GeoPoint centroid =
        Shapes.prepared("GEOMETRYCOLLECTION (POINT (50 50), POLYGON ((0 0, 2 0, 2 2, 0 2, 0 0)))")
            .centroid()
            .orElseThrow();

    assertThat(centroid).isEqualTo(new GeoPoint(1, 1));
  }

  @Test
  void theWholeWorldHasAnEnvelopeAndACentroid() throws Exception {
    Prepared world = Shapes.prepared("POLYGON ((-180 -90, 180 -90, 180 90, -180 90, -180 -90))");

    assertThat(Shapes.json(world::writeEnvelope))
        .isEqualTo(
            "{\"type\":\"Polygon\",\"coordinates\":[[[-180,-90],[180,-90],[180,90],[-180,90],[-180,-90]]]}");
    assertThat(world.centroid()).isPresent();
  }
}
