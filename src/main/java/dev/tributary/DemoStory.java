package dev.tributary;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.local.LocalStack;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the demo of a system does, as {@code demo/<system>.json} tells it:
 *
 * <pre>
 * {"objects": [{"bucket": "…", "key": "…", "body": {what items name, as JSON}}],
 *  "steps": [
 *    {"say": "A new place", "put": {an item, as plain JSON}},
 *    {"say": "It closes", "table": "a key of tables; the first, if not said", "delete": {its key}},
 *    {"say": "What is near?", "search": {"index": "places", "query": …, "sort": …}, "show": ["name"]}],
 *  "yourTurn": {"put": {an item, as DynamoDB's JSON}, "search": "places/_search?q=name:museum"}}
 * </pre>
 *
 * No step may put an item as it is already: DynamoDB would stream nothing.
 */
record DemoStory(List<StoredObject> objects, List<Step> steps, YourTurn yourTurn) {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  /** An object that is in S3 from the start. */
  record StoredObject(String bucket, String key, JsonNode body) {

    @Override
    public String toString() {
      return "s3://" + bucket + "/" + key;
    }
  }

  sealed interface Step {

    /** What happens, for people. */
    String say();

    /** Something is written to a table; absent, it is the config's first one. */
    sealed interface Write extends Step {
      Optional<String> table();

      JsonNode item();
    }

    record Put(String say, Optional<String> table, JsonNode item) implements Write {}

    /**
     * @param item the key alone
     */
    record Delete(String say, Optional<String> table, JsonNode item) implements Write {}

    /**
     * @param body of a {@code _search}
     * @param show the fields that make a hit's line
     */
    record Search(String say, String index, ObjectNode body, List<String> show) implements Step {}
  }

  /**
   * What people may do afterwards with nothing but curl.
   *
   * @param search path and query
   */
  record YourTurn(Optional<String> table, JsonNode item, String search) {

    String putLine(String tableName, LocalStack stack) {
      return """
            curl -s %s -H 'X-Amz-Target: DynamoDB_20120810.PutItem' \\
              -H 'Content-Type: application/x-amz-json-1.0' \\
              -H 'Authorization: AWS4-HMAC-SHA256 Credential=%s/20260101/%s/dynamodb/aws4_request, SignedHeaders=host, Signature=0' \\
              -d '{"TableName": "%s", "Item": %s}'\
          """
          .formatted(stack.dynamoDb(), stack.accessKey(), stack.region(), tableName, item);
    }

    String searchLine(LocalStack stack) {
      return "  curl -s '%s/%s&pretty'".formatted(stack.openSearch(), search);
    }
  }

  /** The systems that there are: those with a config and a story. */
  static List<String> systems(Path home) throws IOException {
    try (Stream<Path> configs = Files.list(home.resolve("config"))) {
      return configs
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".yml"))
          .map(name -> name.substring(0, name.length() - ".yml".length()))
          .filter(name -> DemoStory.class.getResource(resource(name)) != null)
          .sorted()
          .toList();
    }
  }

  static DemoStory load(String system) throws IOException {
    try (InputStream file = DemoStory.class.getResourceAsStream(resource(system))) {
      JsonNode story = JSON.readTree(file);
      List<Step> steps = new ArrayList<>();
      story.get("steps").forEach(step -> steps.add(step(step)));
      List<StoredObject> objects = new ArrayList<>();
      story.path("objects").forEach(object -> objects.add(object(object)));
      JsonNode turn = story.get("yourTurn");
      return new DemoStory(
          objects,
          steps,
          new YourTurn(table(turn), turn.get("put"), turn.get("search").textValue()));
    }
  }

  private static String resource(String system) {
    return "/demo/" + system + ".json";
  }

  private static StoredObject object(JsonNode object) {
    return new StoredObject(
        object.get("bucket").textValue(), object.get("key").textValue(), object.get("body"));
  }

  private static Step step(JsonNode step) {
    String say = step.get("say").textValue();
    if (step.has("put")) {
      return new Step.Put(say, table(step), step.get("put"));
    }
    if (step.has("delete")) {
      return new Step.Delete(say, table(step), step.get("delete"));
    }
    ObjectNode body = step.get("search").deepCopy();
    String index = body.remove("index").textValue();
    List<String> show = new ArrayList<>();
    step.path("show").forEach(field -> show.add(field.textValue()));
    return new Step.Search(say, index, body, show);
  }

  private static Optional<String> table(JsonNode step) {
    return Optional.ofNullable(step.path("table").textValue());
  }
}
