package dev.tributary.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** What one worker does with inserts, changes and removals. */
class DeliveryIT {

  private Sandbox sandbox = Sandbox.withTables(1);

  @AfterEach
  void close() {
    sandbox.close();
  }

  private static Map<String, AttributeValue> name(String name) {
    return Map.of("name", AttributeValue.fromS(name));
  }

  @Test
  void insertModifyAndRemoveArriveWithinOneRun() {
    sandbox.startWorker();
    sandbox.put("A", "1", name("first"));
    assertThat(sandbox.awaitDocument("A#1").path("name").asText()).isEqualTo("first");

    sandbox.put("A", "1", name("second"));
    await()
        .until(
            () ->
                sandbox.get(sandbox.table(), "A#1").at("/_source/name").asText().equals("second"));

    sandbox.remove("A", "1");
    sandbox.awaitGone("A#1");
  }

  @Test
  void aRemovedAttributeLeavesTheDocument() {
    sandbox.put(
        "A", "1", Map.of("name", AttributeValue.fromS("x"), "scores", AttributeValue.fromN("1")));
    sandbox.startWorker();
    assertThat(sandbox.awaitDocument("A#1").has("scores")).isTrue();

    sandbox
        .dynamoDb()
        .updateItem(
            request ->
                request
                    .tableName(sandbox.table())
                    .key(Sandbox.key("A", "1"))
                    .updateExpression("REMOVE scores"));
    await().until(() -> !sandbox.get(sandbox.table(), "A#1").path("_source").has("scores"));
    sandbox.awaitEqual();
  }

  @Test
  void insertAndRemoveOfOneKeyInOneBatchLeaveNothing() {
    for (int i = 0; i < 20; i++) {
      sandbox.put("GHOST", String.valueOf(i), name("x"));
      sandbox.remove("GHOST", String.valueOf(i));
    }
    sandbox.put("LAST", "1", name("x"));
    sandbox.startWorker();

    sandbox.awaitDocument("LAST#1");
    sandbox.awaitEqual();
    assertThat(sandbox.compare().found()).isEqualTo(1);
  }

  @Test
  void removeAndInsertOfOneKeyInOneBatchLeaveTheDocument() {
    for (int i = 0; i < 20; i++) {
      sandbox.put("BACK", String.valueOf(i), name("before"));
      sandbox.remove("BACK", String.valueOf(i));
      sandbox.put("BACK", String.valueOf(i), name("after"));
    }
    sandbox.startWorker();

    sandbox.awaitEqual();
    assertThat(sandbox.awaitDocument("BACK#7").path("name").asText()).isEqualTo("after");
    assertThat(sandbox.compare().found()).isEqualTo(20);
  }

  @Test
  void aTransactionsWritesArriveAll() {
    List<TransactWriteItem> puts =
        List.of("1", "2", "3").stream()
            .map(
                sk ->
                    TransactWriteItem.builder()
                        .put(put -> put.tableName(sandbox.table()).item(Sandbox.key("TX", sk)))
                        .build())
            .toList();
    sandbox.startWorker();
    sandbox.dynamoDb().transactWriteItems(request -> request.transactItems(puts));
    sandbox.awaitDocument("TX#3");
    sandbox.awaitEqual();
  }

  @Test
  void anItemWhoseTimeToLiveIsOverLeavesTheIndex() {
    sandbox
        .dynamoDb()
        .updateTimeToLive(
            request ->
                request
                    .tableName(sandbox.table())
                    .timeToLiveSpecification(ttl -> ttl.attributeName("TTL").enabled(true)));
    // Only then is the worker surely quicker than the end of the item's time.
    sandbox.startWorker();
    sandbox.put("TS#calm", "1", Map.of());
    sandbox.awaitDocument("TS#calm#1");
    long expiry = Instant.now().plus(Duration.ofSeconds(5)).getEpochSecond();
    sandbox.put("TS#crowd", "1", Map.of("TTL", AttributeValue.fromN(String.valueOf(expiry))));
    sandbox.awaitDocument("TS#crowd#1");

    sandbox.awaitGone("TS#crowd#1");
    sandbox.awaitEqual();
  }

  @Test
  void aDocumentThatOpenSearchRefusesIsListedAndTheOthersGoOn() {
    sandbox.close();
    sandbox =
        Sandbox.withMapping(
            "{\"mappings\":{\"dynamic\":false,\"properties\":{\"loc\":{\"type\":\"geo_point\"}}}}");
    WorkerProcess worker = sandbox.startWorker();
    sandbox.put("BAD", "1", Map.of("loc", AttributeValue.fromS("nowhere" + "!".repeat(300_000))));
    sandbox.put("GOOD", "1", Map.of("loc", AttributeValue.fromS("20.6,-87.0")));
    sandbox.awaitDocument("GOOD#1");

    await().until(() -> sandbox.entries("letter").size() == 1);
    Map<String, AttributeValue> letter = sandbox.entries("letter").get(0);
    assertThat(letter.get("pk").s()).isEqualTo("letter#" + sandbox.table());
    assertThat(letter.get("sk").s()).isEqualTo("BAD#1");
    assertThat(letter.get("reason").s()).contains("mapper_parsing_exception", "loc");
    assertThat(letter.get("itemPk").s()).isEqualTo("BAD");
    assertThat(letter.get("attempts").n()).isEqualTo("1");
    worker.awaitLog("kept as a dead letter: BAD / 1");
    assertThat(worker.terminate().awaitExit()).isZero();
  }

  @Test
  void aMissingIndexIsWaitedForAndNothingIsLost() {
    WorkerProcess worker = sandbox.startWorker();
    sandbox.put("A", "1", name("x"));
    sandbox.awaitDocument("A#1");
    JsonNode deleted =
        sandbox.ask(
            java.net.http.HttpRequest.newBuilder(
                    sandbox.openSearch("/" + sandbox.table() + "-000001"))
                .DELETE());
    assertThat(deleted.path("acknowledged").asBoolean()).isTrue();

    sandbox.put("A", "2", name("y"));
    worker.awaitLog("OpenSearch does not take writes");
    assertThat(sandbox.entries("letter")).as("no dead letter for a missing index").isEmpty();
    // A second worker creates what is missing, as any restart would.
    sandbox.startWorker();
    sandbox.awaitDocument("A#2");
  }
}
