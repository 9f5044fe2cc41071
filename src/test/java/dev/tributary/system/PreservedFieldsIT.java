package dev.tributary.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Another program writes embeddings into the documents, while their items change. */
class PreservedFieldsIT {

  private static Sandbox sandbox;

  @BeforeAll
  static void start() {
    sandbox = Sandbox.preserving("embedding");
    sandbox.startWorker();
  }

  @AfterAll
  static void stop() {
    sandbox.close();
  }

  @Test
  void anEmbeddingSurvivesWhateverBecomesOfItsItem() {
    put("1", "name", "before");
    sandbox.awaitDocument("PLACE#1");
    embed("PLACE#1", "[0.25,-3,0.1]");

    put("1", "name", "after");
    JsonNode document = awaitName("PLACE#1", "after");
    assertThat(document.path("embedding")).hasToString("[0.25,-3,0.1]");

    sandbox.remove("PLACE", "1");
    sandbox.awaitGone("PLACE#1");
    put("1", "name", "again");
    assertThat(awaitName("PLACE#1", "again").has("embedding")).isFalse();
  }

  @Test
  void theItemsOwnAttributeOfThatNameStaysOut() {
    put("2", "embedding", "not mine to say");
    assertThat(sandbox.awaitDocument("PLACE#2").has("embedding")).isFalse();
  }

  /** The other program and the worker write one document at the same time, a hundred times. */
  @Test
  void neitherWriterUndoesTheOther() {
    put("3", "name", "0");
    sandbox.awaitDocument("PLACE#3");
    for (int i = 1; i <= 100; i++) {
      put("3", "name", String.valueOf(i));
      embed("PLACE#3", "[" + i + "]");
    }
    JsonNode document = awaitName("PLACE#3", "100");
    assertThat(document.path("embedding")).hasToString("[100]");
    sandbox.awaitEqual();
  }

  private static void put(String sk, String name, String value) {
    sandbox.put("PLACE", sk, Map.of(name, AttributeValue.fromS(value)));
  }

  private static JsonNode awaitName(String id, String name) {
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> source(id).path("name").asText().equals(name));
    return source(id);
  }

  private static JsonNode source(String id) {
    return sandbox.get(sandbox.table(), id).path("_source");
  }

  /** As the other program does it: a part of the document, retried by OpenSearch itself. */
  private static void embed(String id, String vector) {
    String path = URLEncoder.encode(id, StandardCharsets.UTF_8);
    JsonNode answer =
        sandbox.ask(
            HttpRequest.newBuilder(
                    sandbox.openSearch(
                        "/" + sandbox.table() + "/_update/" + path + "?retry_on_conflict=20"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"doc\":{\"embedding\":" + vector + "}}")));
    assertThat(answer.path("result").asText()).as("%s", answer).isIn("updated", "noop");
  }
}
