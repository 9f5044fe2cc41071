package dev.tributary.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.enrich.objects.S3Fixture;
import dev.tributary.local.RawOpenSearch;
import dev.tributary.local.Servers;
import dev.tributary.system.MapFiles.MapFeature;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Maps from S3 to searches: every feature of a folder's GeoJSON files is an object that an item
 * names, and OpenSearch then says which of them contain a point, as JTS does of the files
 * themselves. For other maps: {@code -Dmaps=FOLDER -Dpoints=1000}.
 */
class MapDataIT {

  private static final Path MAPS =
      Path.of(System.getProperty("tributary.home", "."))
          .resolve(System.getProperty("maps", "src/test/resources/geometry"));
  private static final int POINTS = Integer.getInteger("points", 100);
  private static final String BUCKET = "tributary-map-data-it";
  private static final String MAPPING =
      "{\"mappings\": {\"properties\": {\"outline\": {\"type\": \"geo_shape\"}}}}";
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** Every so manieth object is gzipped. */
  private static final int GZIPPED = 10;

  private static final int MOST = 10_000;
  private static final int AT_ONCE = 100;

  /** Lucene's numbers: 360/2^32 degrees of longitude, half of that of latitude. */
  private static final double TOLD_APART = 1e-7;

  private final RawOpenSearch openSearch = new RawOpenSearch(Servers.shared().openSearch());
  private S3Fixture s3;
  private Sandbox sandbox;

  @BeforeEach
  void open() {
    s3 = new S3Fixture(BUCKET);
    sandbox =
        Sandbox.withObjects(
            "url: {geometry: outline}",
            "buckets: {%s: {endpoint: \"${S3_ENDPOINT}\"}}".formatted(BUCKET),
            MAPPING);
  }

  @AfterEach
  void close() {
    sandbox.close();
    s3.close();
  }

  @Test
  void whatContainsAPointIsWhatTheMapsSay() throws IOException {
    List<MapFeature> features = MapFiles.read(MAPS);
    assertThat(features).hasSizeBetween(1, MOST);
    sandbox.startWorker().awaitReading();
    for (MapFeature feature : features) {
      put(feature);
    }
    await().atMost(PATIENCE).until(() -> documents() + rows("letter#").size() == features.size());
    await().atMost(PATIENCE).until(() -> rows("pending#").isEmpty());

    Map<String, JsonNode> documents = read();
    tell(features, documents);
    List<MapFeature> indexed =
        features.stream().filter(feature -> shown(documents.get(feature.id()))).toList();
    compare(indexed, documents);
  }

  private void put(MapFeature feature) throws IOException {
    boolean gzipped = feature.number() % GZIPPED == 0;
    String key = feature.file() + "/" + feature.number() + (gzipped ? ".geojson.gz" : ".geojson");
    byte[] bytes = feature.json().toString().getBytes(UTF_8);
    s3.put(key, gzipped ? gzip(bytes) : bytes);
    sandbox.put(
        feature.file(),
        String.valueOf(feature.number()),
        Map.of("url", AttributeValue.fromS("s3://" + BUCKET + "/" + key)));
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(bytes);
    }
    return packed.toByteArray();
  }

  private int documents() {
    openSearch.ask("POST", "/" + sandbox.table() + "/_refresh");
    return openSearch.ask("GET", "/" + sandbox.table() + "/_count").path("count").asInt();
  }

  private List<Map<String, AttributeValue>> rows(String kind) {
    return sandbox.rows("state").stream()
        .filter(row -> row.get("pk").s().startsWith(kind))
        .toList();
  }

  private static boolean shown(JsonNode document) {
    return document != null && document.has("outline");
  }

  private Map<String, JsonNode> read() {
    Map<String, JsonNode> documents = new HashMap<>();
    openSearch
        .ask("GET", "/" + sandbox.table() + "/_search?size=" + MOST)
        .at("/hits/hits")
        .forEach(hit -> documents.put(hit.path("_id").asText(), hit.path("_source")));
    return documents;
  }

  private void tell(List<MapFeature> features, Map<String, JsonNode> documents) {
    Map<String, Map<String, Integer>> counts = new TreeMap<>();
    for (MapFeature feature : features) {
      JsonNode document = documents.get(feature.id());
      String what =
          document == null
              ? "dead letter"
              : shown(document) ? document.at("/_sync/geometry/0/step").asText() : "absent";
      counts.computeIfAbsent(feature.file(), file -> new TreeMap<>()).merge(what, 1, Integer::sum);
    }
    System.out.printf("%d features of %s%n", features.size(), MAPS);
    counts.forEach((file, by) -> System.out.printf("  %-45s %s%n", file, by));
    rows("letter#").forEach(row -> System.out.println("  dead letter: " + row.get("reason").s()));
  }

  private void compare(List<MapFeature> indexed, Map<String, JsonNode> documents) {
    long seed = Long.getLong("seed", new Random().nextLong());
    List<Coordinate> points = points(indexed, new Random(seed));
    int held = 0;
    List<String> differences = new ArrayList<>();
    List<String> unexplained = new ArrayList<>();
    for (String relation : List.of("intersects", "contains")) {
      List<Set<String>> answers = ask(points, relation);
      for (int i = 0; i < points.size(); i++) {
        for (MapFeature feature : indexed) {
          boolean expected = feature.drawn().holds(points.get(i));
          boolean answered = answers.get(i).contains(feature.id());
          held += answered ? 1 : 0;
          if (expected != answered) {
            JsonNode document = documents.get(feature.id());
            String why = explained(feature, document, points.get(i), answered);
            String difference =
                "%s %s %s: drawn %s, answered %s: %s"
                    .formatted(relation, feature.id(), points.get(i), expected, answered, why);
            (why.isEmpty() ? unexplained : differences).add(difference);
          }
        }
      }
    }
    System.out.printf(
        "%d points, seed %d, 2 relations, %d shapes: %d answers hold, %d differ and are explained,"
            + " %d are not%n",
        points.size(), seed, indexed.size(), held, differences.size(), unexplained.size());
    differences.forEach(difference -> System.out.println("  " + difference));
    assertThat(unexplained).as("seed %d", seed).isEmpty();
    assertThat(held).as("points that were held, seed %d", seed).isPositive();
  }

  /** Half of them anywhere, half in and around shapes of all files alike. */
  private static List<Coordinate> points(List<MapFeature> features, Random random) {
    List<String> files = features.stream().map(MapFeature::file).distinct().toList();
    List<Coordinate> points = new ArrayList<>();
    for (int i = 0; i < POINTS; i++) {
      if (i % 2 == 0) {
        points.add(new Coordinate(random.nextDouble() * 360 - 180, random.nextDouble() * 180 - 90));
      } else {
        String file = files.get(random.nextInt(files.size()));
        List<MapFeature> near =
            features.stream().filter(feature -> feature.file().equals(file)).toList();
        points.add(near.get(random.nextInt(near.size())).drawn().around(random));
      }
    }
    return points;
  }

  /** The ids of the shapes at each point. */
  private List<Set<String>> ask(List<Coordinate> points, String relation) {
    List<Set<String>> answers = new ArrayList<>();
    for (int from = 0; from < points.size(); from += AT_ONCE) {
      StringBuilder search = new StringBuilder();
      for (Coordinate point : points.subList(from, Math.min(from + AT_ONCE, points.size()))) {
        search.append(
            "{}\n{\"size\":%d,\"_source\":false,\"query\":{\"geo_shape\":{\"outline\":{\"relation\":\"%s\",\"shape\":{\"type\":\"Point\",\"coordinates\":[%s,%s]}}}}}\n"
                .formatted(MOST, relation, point.x, point.y));
      }
      JsonNode found =
          openSearch.ask("POST", "/" + sandbox.table() + "/_msearch", search.toString());
      for (JsonNode response : found.required("responses")) {
        Set<String> ids = new HashSet<>();
        response
            .required("hits")
            .required("hits")
            .forEach(hit -> ids.add(hit.path("_id").asText()));
        answers.add(ids);
      }
    }
    return answers;
  }

  /** Why OpenSearch may answer otherwise; empty where nothing explains it. */
  private static String explained(
      MapFeature feature, JsonNode document, Coordinate point, boolean answered) {
    double distance = feature.drawn().distance(point);
    if (distance < TOLD_APART) {
      return "%.1e degrees from the edge, too near to be told apart".formatted(distance);
    }
    // A shape that was changed answers for itself: but then as JTS does of what it became.
    JsonNode geometry = document.at("/_sync/geometry/0");
    Drawn became = Drawn.of(document.path("outline"));
    boolean asBecame = became.holds(point) == answered || became.distance(point) < TOLD_APART;
    return geometry.path("step").asText().equals("as-is") || !asBecame
        ? ""
        : "it became another shape: %s, %s%s"
            .formatted(
                geometry.path("step").asText(),
                geometry.path("reason").asText("no reason given"),
                feature.drawn().reachesAntimeridian() ? ", at the antimeridian" : "");
  }
}
