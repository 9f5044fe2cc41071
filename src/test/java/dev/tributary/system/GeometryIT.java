package dev.tributary.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Shapes inside items, good and bad, through the stream into a geo_shape that can be searched. */
class GeometryIT {

  private static final String MAPPING =
      """
      {"mappings": {"properties": {
        "outline": {"type": "geo_shape"}, "box": {"type": "geo_shape"},
        "center": {"type": "geo_point"}}}}
      """;

  private static Sandbox sandbox;

  @BeforeAll
  static void start() {
    sandbox = Sandbox.withGeometry("outline", "envelope: box, centroid: center", MAPPING);
    sandbox.startWorker();
  }

  @AfterAll
  static void stop() {
    sandbox.close();
  }

  @Test
  void shapesAreFoundWhateverStateTheyAreIn() {
    put("square", "POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))");
    put("bowtie", "POLYGON ((10 10, 14 14, 14 10, 10 14, 10 10))");
    put("unclosed", "{\"type\":\"Polygon\",\"coordinates\":[[[20,20],[24,20],[24,24],[20,24]]]}");
    put("fiji", "POLYGON ((178 -18, 182 -18, 182 -16, 178 -16, 178 -18))");
    put("nothing", "{}");
    sandbox.awaitEqual();

    assertThat(containing(1, 1)).containsExactly("SHAPE#square");
    assertThat(containing(10.5, 12)).containsExactly("SHAPE#bowtie");
    assertThat(containing(22, 22)).containsExactly("SHAPE#unclosed");
    assertThat(containing(-179, -17)).containsExactly("SHAPE#fiji");
    assertThat(containing(0, -17)).isEmpty();
    JsonNode bowtie = sandbox.get(sandbox.table(), "SHAPE#bowtie").path("_source");
    assertThat(bowtie.at("/_sync/geometry/0/step").asText()).isEqualTo("cleaned");
    assertThat(bowtie.has("box")).isTrue();
    assertThat(bowtie.at("/center/lat").asDouble()).isEqualTo(12);
  }

  @Test
  void whatIsNoShapeIsListedWithItsReasonAndItsNextStateIsIndexed() {
    put("swapped", "POINT (49.28 -123.12)");
    await()
        .atMost(Duration.ofMinutes(1))
        .ignoreExceptions() // the table may not be there yet
        .until(
            () ->
                sandbox.entries("letter").stream()
                    .anyMatch(
                        row ->
                            row.get("sk").s().equals("SHAPE#swapped")
                                && row.get("reason").s().contains("latitude")));
    put("swapped", "POINT (-123.12 49.28)");
    assertThat(sandbox.awaitDocument("SHAPE#swapped").path("outline").path("type").asText())
        .isEqualTo("Point");
  }

  private static void put(String name, String shape) {
    sandbox.put("SHAPE", name, Map.of("outline", AttributeValue.fromS(shape)));
  }

  private static List<String> containing(double longitude, double latitude) {
    String query =
        """
        {"query": {"geo_shape": {"outline": {"relation": "contains",
          "shape": {"type": "point", "coordinates": [%s, %s]}}}}}
        """
            .formatted(longitude, latitude);
    return sandbox
        .ask(
            HttpRequest.newBuilder(sandbox.openSearch("/" + sandbox.table() + "/_search"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(query)))
        .at("/hits/hits")
        .findValuesAsText("_id");
  }
}
