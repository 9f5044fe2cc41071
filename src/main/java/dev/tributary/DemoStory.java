package dev.tributary;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tributary.config.Settings;
import dev.tributary.table.TableCreation;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/**
 * Plays the writes of {@code demo/<system>.json} and shows each document as it comes out. It looks
 * at OpenSearch as anybody would, over HTTP, not through the worker's own code.
 */
final class DemoStory {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long LOOK_AGAIN_MILLIS = 5;

  /** How long a document may take before the demo gives up on it. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final JsonNode steps;
  private final DynamoDbClient dynamoDb;
  private final URI openSearch;
  private final HttpClient http = HttpClient.newHttpClient();
  private final Map<String, Long> versions = new HashMap<>();

  private DemoStory(JsonNode steps, DynamoDbClient dynamoDb, URI openSearch) {
    this.steps = steps;
    this.dynamoDb = dynamoDb;
    this.openSearch = openSearch;
  }

  static DemoStory load(String system, DynamoDbClient dynamoDb, URI openSearch) throws IOException {
    try (InputStream file = DemoStory.class.getResourceAsStream("/demo/" + system + ".json")) {
      return new DemoStory(JSON.readTree(file), dynamoDb, openSearch);
    }
  }

  void createTables(Settings settings) {
    for (Settings.Table table : settings.tables().values()) {
      dynamoDb.createTable(
          TableCreation.keyed(table.name(), table.key())
              .streamSpecification(
                  stream ->
                      stream.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES))
              .build());
    }
  }

  /**
   * Plays every step.
   *
   * @param started when the worker was started, for the first document's time
   * @return whether every document came in time
   */
  boolean play(Settings settings, long started) throws IOException, InterruptedException {
    Settings.Entity entity = settings.entities().values().iterator().next();
    Settings.Table table = settings.tables().get(entity.table());
    boolean first = true;
    for (JsonNode step : steps) {
      boolean put = step.has("put");
      JsonNode item = put ? step.get("put") : step.get("delete");
      String id = key(item, table.key(), "#");
      System.out.printf("%n%s%n", step.get("say").asText());
      System.out.printf("  %-7s %s%n", put ? "put" : "delete", key(item, table.key(), " / "));
      long before = System.nanoTime();
      write(table.name(), put, item);
      Optional<JsonNode> seen = await(entity.index(), id, put);
      long millis = (System.nanoTime() - before) / 1_000_000;
      if (seen.isEmpty()) {
        System.out.println("  nothing came within " + PATIENCE.toSeconds() + " s");
        return false;
      }
      String time =
          first
              ? "%d ms after the worker's start"
                  .formatted((System.nanoTime() - started) / 1_000_000)
              : millis + " ms";
      System.out.printf("  ──────► %s/%s   (%s)%n", entity.index(), id, time);
      show(item, seen.get(), table.key());
      first = false;
    }
    return true;
  }

  /** A line that writes one more item with nothing but curl. */
  String putLine(URI endpoint, String accessKey) {
    return """
          curl -s %s -H 'X-Amz-Target: DynamoDB_20120810.PutItem' \\
            -H 'Content-Type: application/x-amz-json-1.0' \\
            -H 'Authorization: AWS4-HMAC-SHA256 Credential=%s/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0' \\
            -d '{"TableName": "places", "Item": {"PK": {"S": "PLACE#plc_maya"}, "SK": {"S": "PLACE"}, "name": {"S": "Maya Museum"}}}'\
        """
        .formatted(endpoint, accessKey);
  }

  /** The document's fields, a line each, in the order in which the item was written. */
  private static void show(JsonNode item, JsonNode document, Settings.Key key) {
    if (document.isEmpty()) {
      System.out.println("          is gone");
    }
    item.fieldNames()
        .forEachRemaining(
            name -> {
              if (document.has(name)
                  && !name.equals(key.pk())
                  && !key.sk().orElse("").equals(name)) {
                JsonNode value = document.get(name);
                System.out.printf(
                    "          %-14s %s%n", name, value.isTextual() ? value.asText() : value);
              }
            });
  }

  /** Waits for a new version of the document, or for its end; nothing if it does not come. */
  private Optional<JsonNode> await(String index, String id, boolean present)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    String path =
        "/" + index + "/_doc/" + URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
    HttpRequest request = HttpRequest.newBuilder(openSearch.resolve(path)).build();
    while (System.nanoTime() < deadline) {
      JsonNode answer =
          JSON.readTree(http.send(request, HttpResponse.BodyHandlers.ofInputStream()).body());
      boolean found = answer.path("found").asBoolean();
      long version = answer.path("_version").asLong();
      if (present && found && version != versions.getOrDefault(id, -1L)) {
        versions.put(id, version);
        return Optional.of(answer.path("_source"));
      }
      if (!present && answer.has("found") && !found) {
        return Optional.of(JSON.createObjectNode());
      }
      Thread.sleep(LOOK_AGAIN_MILLIS);
    }
    return Optional.empty();
  }

  private void write(String table, boolean put, JsonNode item) {
    Map<String, AttributeValue> attributes = attribute(item).m();
    if (put) {
      dynamoDb.putItem(request -> request.tableName(table).item(attributes));
    } else {
      dynamoDb.deleteItem(request -> request.tableName(table).key(attributes));
    }
  }

  private static String key(JsonNode item, Settings.Key key, String between) {
    return item.path(key.pk()).asText() + between + item.path(key.sk().orElseThrow()).asText();
  }

  private static AttributeValue attribute(JsonNode json) {
    if (json.isObject()) {
      Map<String, AttributeValue> entries = new HashMap<>();
      json.properties().forEach(e -> entries.put(e.getKey(), attribute(e.getValue())));
      return AttributeValue.fromM(entries);
    }
    if (json.isArray()) {
      return AttributeValue.fromL(
          java.util.stream.StreamSupport.stream(json.spliterator(), false)
              .map(DemoStory::attribute)
              .toList());
    }
    return json.isNumber()
        ? AttributeValue.fromN(json.asText())
        : AttributeValue.fromS(json.asText());
  }
}
