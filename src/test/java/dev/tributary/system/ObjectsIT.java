package dev.tributary.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.enrich.objects.S3Fixture;
import dev.tributary.enrich.objects.TcpProxy;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What items only name, from S3 into documents: there, changed, missing, or out of reach. */
class ObjectsIT {

  private static final String BUCKET = "tributary-objects-it";
  private static final String MAPPING =
      """
      {"mappings": {"properties": {
        "outline": {"type": "geo_shape"}, "summary": {"type": "text"}, "body": {"type": "text"},
        "name": {"type": "keyword"}}}}
      """;
  private static final String PULLS =
      "url: {geometry: outline}, asset: {json: {summary: long.summary, tags: tags.word}},"
          + " page: {text: body}";
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static S3Fixture s3;

  private Sandbox sandbox;
  private TcpProxy proxy;

  @BeforeAll
  static void bucket() {
    s3 = new S3Fixture(BUCKET);
  }

  @AfterAll
  static void close() {
    s3.close();
  }

  @BeforeEach
  void open() throws IOException {
    proxy = new TcpProxy(s3.endpoint());
  }

  @AfterEach
  void stop() throws IOException {
    sandbox.close();
    proxy.close();
  }

  private WorkerProcess start(String more) {
    sandbox =
        Sandbox.withObjects(
            PULLS,
            "buckets: {%s: {endpoint: \"${S3_ENDPOINT}\", prefixes: [ok/]}}, %s"
                .formatted(BUCKET, more),
            MAPPING);
    return startAnother();
  }

  private WorkerProcess startAnother() {
    return sandbox.startWorker(Map.of("S3_ENDPOINT", proxy.uri().toString()));
  }

  @Test
  void shapesFieldsAndTextsComeFromWhatItemsName() throws IOException {
    start("cache: 0");
    s3.put("ok/square.json", square(0).getBytes(UTF_8));
    s3.put("ok/packed.wkt.gz", gzip("POLYGON ((10 0, 14 0, 14 4, 10 4, 10 0))".getBytes(UTF_8)));
    s3.put(
        "ok/asset.json",
        ("{\"title\":\"not asked for\",\"long\":{\"summary\":\"polypody\",\"x\":1},"
                + "\"tags\":[{\"word\":\"a\"},{\"word\":\"b\"},{}]}")
            .getBytes(UTF_8));
    s3.put("ok/page.txt", "\uFEFFa fern of the Rockies".getBytes(UTF_8));
    put("a", Map.of("name", "one", "url", "s3://" + BUCKET + "/ok/square.json"));
    put(
        "b",
        Map.of(
            "url",
            "https://s3.ca-central-1.amazonaws.com/"
                + BUCKET
                + "/ok/packed.wkt.gz?X-Amz-Signature=x"));
    put(
        "c",
        Map.of(
            "asset", "s3://" + BUCKET + "/ok/asset.json",
            "page", "https://" + BUCKET + ".s3.amazonaws.com/ok/page.txt"));
    put("d", Map.of("url", "", "name", "names nothing"));
    for (String id : List.of("a", "b", "c", "d")) {
      sandbox.awaitDocument("P#" + id);
    }
    sandbox.awaitEqual();
    assertThat(containing(1, 1)).containsExactly("P#a");
    assertThat(containing(11, 1)).containsExactly("P#b");
    JsonNode a = document("a");
    assertThat(a.at("/_sync/geometry/0/step").asText()).isEqualTo("as-is");
    assertThat(a.at("/_sync/geometry/0/etag").asText()).isNotEmpty();
    assertThat(a.at("/_sync/objects/0/reference").asText())
        .isEqualTo("s3://" + BUCKET + "/ok/square.json");
    JsonNode c = document("c");
    assertThat(c.path("summary").asText()).isEqualTo("polypody");
    assertThat(c.path("tags").toString()).isEqualTo("[\"a\",\"b\"]");
    assertThat(c.path("body").asText()).isEqualTo("a fern of the Rockies");
    assertThat(c.has("title")).isFalse();
    assertThat(pending()).isEmpty();
  }

  @Test
  void anObjectThatComesAfterItsItemIsFound() {
    start("cache: 1MiB");
    put("late", Map.of("url", "s3://" + BUCKET + "/ok/late.json", "name", "early"));
    JsonNode early = sandbox.awaitDocument("P#late");
    assertThat(early.has("outline")).isFalse();
    assertThat(early.at("/_sync/objects/0/pending").asBoolean()).isTrue();
    assertThat(pending()).hasSize(1);
    assertThat(pending().get(0).get("reason").s()).contains("ok/late.json", "no such object");

    s3.put("ok/late.json", square(20).getBytes(UTF_8));
    await().atMost(PATIENCE).until(() -> document("late").has("outline"));
    await().atMost(PATIENCE).until(() -> pending().isEmpty());
    sandbox.awaitEqual();
    assertThat(document("late").at("/_sync/objects/0").has("pending")).isFalse();
  }

  @Test
  void anOutageOfS3TakesNoShapeOffTheMapAndStopsNobodyElse() throws IOException {
    WorkerProcess worker = start("limits: {time: 2s}");
    s3.put("ok/park.json", square(30).getBytes(UTF_8));
    s3.put("ok/other.json", square(40).getBytes(UTF_8));
    put("park", Map.of("url", "s3://" + BUCKET + "/ok/park.json", "name", "before"));
    await().atMost(PATIENCE).until(() -> document("park").has("outline"));

    proxy.breakDown(true);
    put("park", Map.of("url", "s3://" + BUCKET + "/ok/park.json", "name", "during"));
    put("new", Map.of("url", "s3://" + BUCKET + "/ok/other.json", "name", "new"));
    put("plain", Map.of("name", "needs nothing"));
    sandbox.awaitDocument("P#plain");
    await().atMost(PATIENCE).until(() -> document("park").path("name").asText().equals("during"));
    assertThat(containing(31, 1)).as("on the map all the time").containsExactly("P#park");
    assertThat(document("park").at("/_sync/objects/0/pending").asBoolean()).isTrue();
    assertThat(document("park").at("/_sync/geometry/0/etag").asText()).isNotEmpty();
    sandbox.awaitDocument("P#new");
    assertThat(pending()).hasSize(2);

    // Another object is another shape: the old one would be wrong.
    put("park", Map.of("url", "s3://" + BUCKET + "/ok/other.json", "name", "moved"));
    await().atMost(PATIENCE).until(() -> document("park").path("name").asText().equals("moved"));
    assertThat(document("park").has("outline")).isFalse();

    // Any worker takes up what another one noted.
    worker.kill();
    proxy.breakDown(false);
    startAnother();
    // The dead one may have had an entry in hand, which is its own for two minutes.
    await().atMost(PATIENCE.multipliedBy(2)).until(() -> pending().isEmpty());
    sandbox.awaitEqual();
    assertThat(containing(41, 1)).containsExactlyInAnyOrder("P#park", "P#new");
    assertThat(letters()).isEmpty();
  }

  @Test
  void whatMustNotBeReadOrUsedIsListedWithItsReason() throws IOException {
    start("giveUp: 3s, limits: {ratio: 10, depth: 5, vertices: 10, bytes: 1MiB}");
    s3.put("ok/bomb.gz", gzip(" ".repeat(8 << 20).getBytes(UTF_8)));
    s3.put("ok/deep.json", ("{\"x\":" + "[".repeat(50)).getBytes(UTF_8));
    s3.put("ok/list.json", "[1]".getBytes(UTF_8));
    s3.put("ok/large", new byte[(1 << 20) + 1]);
    s3.put("ok/latin.txt", "caf\u00e9".getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
    s3.put("private/secret.json", square(50).getBytes(UTF_8));
    Map<String, Map<String, String>> bad = new HashMap<>();
    bad.put("'ratio'", Map.of("url", object("ok/bomb.gz")));
    bad.put("It is nested", Map.of("url", object("ok/deep.json")));
    bad.put("is nested deeper", Map.of("asset", object("ok/deep.json")));
    bad.put("'bytes'", Map.of("url", object("ok/large")));
    bad.put("UTF-8", Map.of("page", object("ok/latin.txt")));
    bad.put("no JSON object", Map.of("asset", object("ok/list.json")));
    bad.put("prefixes", Map.of("url", object("private/secret.json")));
    bad.put("'elsewhere'", Map.of("url", "s3://elsewhere/ok/x"));
    bad.put("169.254.169.254", Map.of("url", "http://169.254.169.254/latest/meta-data/"));
    bad.put("..", Map.of("url", object("ok/%2e%2e/private/secret.json")));
    bad.put("given up", Map.of("url", object("ok/never"), "name", "waits in vain"));
    int number = 0;
    for (Map<String, String> attributes : bad.values()) {
      put("bad" + number++, attributes);
    }
    put("good", Map.of("name", "good"));
    sandbox.awaitDocument("P#good");
    await().atMost(PATIENCE).until(() -> letters().size() == bad.size());
    List<String> reasons = letters().stream().map(row -> row.get("reason").s()).toList();
    bad.keySet()
        .forEach(
            word ->
                assertThat(reasons)
                    .as(reasons::toString)
                    .anySatisfy(reason -> assertThat(reason).contains(word)));
    await().atMost(PATIENCE).until(() -> pending().isEmpty());
  }

  private static String object(String key) {
    return "s3://" + BUCKET + "/" + key;
  }

  private static String square(int west) {
    return "{\"type\":\"Polygon\",\"coordinates\":[[[%1$d,0],[%2$d,0],[%2$d,4],[%1$d,4],[%1$d,0]]]}"
        .formatted(west, west + 4);
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(bytes);
    }
    return packed.toByteArray();
  }

  private void put(String name, Map<String, String> attributes) {
    Map<String, AttributeValue> item = new HashMap<>();
    attributes.forEach((key, value) -> item.put(key, AttributeValue.fromS(value)));
    sandbox.put("P", name, item);
  }

  private JsonNode document(String name) {
    return sandbox.get(sandbox.table(), "P#" + name).path("_source");
  }

  private List<Map<String, AttributeValue>> pending() {
    return rows("pending#");
  }

  private List<Map<String, AttributeValue>> letters() {
    return rows("letter#");
  }

  private List<Map<String, AttributeValue>> rows(String kind) {
    return sandbox.rows("state").stream()
        .filter(row -> row.get("pk").s().startsWith(kind))
        .toList();
  }

  private List<String> containing(double lon, double lat) {
    sandbox.ask(
        HttpRequest.newBuilder(sandbox.openSearch("/" + sandbox.table() + "/_refresh"))
            .POST(BodyPublishers.noBody()));
    JsonNode found =
        sandbox.ask(
            HttpRequest.newBuilder(sandbox.openSearch("/" + sandbox.table() + "/_search"))
                .header("Content-Type", "application/json")
                .POST(
                    BodyPublishers.ofString(
                        """
                        {"query": {"geo_shape": {"outline": {"relation": "contains",
                          "shape": {"type": "Point", "coordinates": [%s, %s]}}}}}
                        """
                            .formatted(lon, lat))));
    List<String> ids = new ArrayList<>();
    found.at("/hits/hits").forEach(hit -> ids.add(hit.path("_id").asText()));
    return ids;
  }
}
