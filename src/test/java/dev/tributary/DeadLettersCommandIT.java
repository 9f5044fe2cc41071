package dev.tributary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.change.ItemKey;
import dev.tributary.change.Value;
import dev.tributary.system.Sandbox;
import dev.tributary.system.WorkerProcess;
import dev.tributary.table.DeadLetters;
import dev.tributary.table.DeadLetters.Filed;
import dev.tributary.table.DeadLetters.Letter;
import dev.tributary.table.StateTable;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Dead letters from the refusal to the cure, by a worker and the commands of an operator. */
class DeadLettersCommandIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Instant LONG_AGO = Instant.parse("2026-01-01T00:00:00Z");

  private final Sandbox sandbox =
      Sandbox.withMapping(
          """
          {"mappings": {"dynamic": false, "properties": {
            "loc": {"type": "geo_point"},
            "tag": {"type": "keyword", "doc_values": false}}}}
          """);

  private final String index = sandbox.table();
  private final DeadLetters letters =
      new DeadLetters(sandbox.dynamoDb(), StateTable.nameFor(sandbox.settings().application()));

  @AfterEach
  void close() {
    sandbox.close();
  }

  private static Map<String, AttributeValue> loc(String loc) {
    return Map.of("loc", AttributeValue.fromS(loc));
  }

  private Filed awaitLetter(String id) {
    await().alias("letter " + id).atMost(PATIENCE).until(() -> there(index, id));
    return letters.find(index, id).orElseThrow();
  }

  private boolean there(String of, String id) {
    return letters.find(of, id).isPresent();
  }

  private CommandInProcess.Ran deadLetters(
      Map<String, String> moreEnvironment, String... arguments) {
    List<String> all = new ArrayList<>(List.of("dead-letters"));
    all.addAll(List.of(arguments));
    return CommandInProcess.run(sandbox, moreEnvironment, all);
  }

  private String done(int exit, String... arguments) {
    return done(exit, Map.of(), arguments);
  }

  private String done(int exit, Map<String, String> moreEnvironment, String... arguments) {
    CommandInProcess.Ran ran = deadLetters(moreEnvironment, arguments);
    assertThat(ran.exit()).as(ran.output()).isEqualTo(exit);
    return ran.output();
  }

  /** A letter as a worker of long ago would have filed it. */
  private void file(String of, String id, Optional<ItemKey> item, long version) {
    letters.store(
        new Letter(
            of,
            id,
            index,
            item,
            Optional.empty(),
            "a fault of Tributary's: long mended",
            Optional.of("the trace"),
            version),
        LONG_AGO);
  }

  private static ItemKey key(String pk, String sk) {
    return ItemKey.of(new Value.Text(pk), new Value.Text(sk));
  }

  @BeforeEach
  void createStateTable() {
    StateTable.create(sandbox.dynamoDb(), StateTable.nameFor(sandbox.settings().application()));
  }

  @Test
  void lettersAreListedShownCuredAndRedrivenBesideTheWorker() {
    sandbox.startWorker();
    sandbox.put("BAD", "1", loc("nowhere"));
    sandbox.put("BAD", "2", loc("nowhere"));
    sandbox.put("BAD", "3", loc("nowhere"));
    Filed first = awaitLetter("BAD#1");
    awaitLetter("BAD#2");
    awaitLetter("BAD#3");
    assertThat(first.entity()).contains(index);
    assertThat(first.reason()).contains("mapper_parsing_exception");
    assertThat(first.trace()).isEmpty();

    assertThat(done(0, "list", "--entity", index, "--reason", "MAPPER"))
        .contains("3 dead letters")
        .contains(index + "/BAD#2, entity " + index + ", 1 attempt");
    assertThat(done(0, "list", "--older-than", "1h")).contains("0 dead letters");
    assertThat(done(0, "show", "BAD#3", "--json"))
        .contains("\"entity\" : \"" + index + "\"")
        .contains("\"sk\" : \"3\"");
    assertThat(done(1, "show", "BAD#4")).contains("no dead letter of 'BAD#4'");

    // The first is cured by its writer, and the worker clears its letter itself; the second is not
    // cured; the third is removed: a delete is a success, too.
    sandbox.put("BAD", "1", loc("20.6,-87.0"));
    sandbox.awaitDocument("BAD#1");
    sandbox.remove("BAD", "3");
    await().atMost(PATIENCE).until(() -> !there(index, "BAD#1") && !there(index, "BAD#3"));
    assertThat(done(1, "redrive", "--all", "--yes"))
        .contains("1 dead letter")
        .contains("BAD#2: still refused: mapper_parsing_exception")
        .contains("0 redriven, 1 still refused, 0 gone");
    Filed again = letters.find(index, "BAD#2").orElseThrow();
    assertThat(again.attempts()).isEqualTo(2);
    assertThat(again.last()).isAfter(again.first());
    assertThat(again.entity()).contains(index);
  }

  @Test
  void whatTheMappingTakesByNowIsRedriven() {
    WorkerProcess worker = sandbox.startWorker();
    for (int i = 0; i < 12; i++) {
      sandbox.put(
          "LONG", String.valueOf(i), Map.of("tag", AttributeValue.fromS("x".repeat(40_000))));
    }
    awaitLetter("LONG#11");
    long refused = letters.find(index, "LONG#3").orElseThrow().version();
    JsonNode mended =
        sandbox.ask(
            HttpRequest.newBuilder(sandbox.openSearch("/" + index + "/_mapping"))
                .header("Content-Type", "application/json")
                .PUT(
                    HttpRequest.BodyPublishers.ofString(
                        """
                        {"properties": {"tag": {"type": "keyword", "doc_values": false,
                          "ignore_above": 1000}}}""")));
    assertThat(mended.path("acknowledged").asBoolean()).as("%s", mended).isTrue();

    assertThat(done(0, "redrive", "--index", index, "--dry-run"))
        .contains("12 dead letters; nothing was done");
    assertThat(done(2, "redrive", "--index", index)).contains("--yes");
    assertThat(sandbox.entries("letter")).hasSize(12);

    // Beside the worker, which writes some of the same documents meanwhile.
    CompletableFuture<String> redrive =
        CompletableFuture.supplyAsync(() -> done(0, "redrive", "--index", index, "--yes"));
    for (int round = 0; !redrive.isDone() || round < 20; round++) {
      sandbox.put("LONG", "5", Map.of("tag", AttributeValue.fromS("short " + round)));
    }
    assertThat(redrive.join()).contains(" redriven, 0 still refused, 0 gone");
    assertThat(sandbox.get(index, "LONG#3").path("_version").asLong())
        .as("no late duplicate of the refused change may overwrite it")
        .isGreaterThanOrEqualTo(refused);
    sandbox.awaitEqual();
    await().atMost(PATIENCE).until(() -> sandbox.entries("letter").isEmpty());
    assertThat(worker.isAlive()).isTrue();

    // The worker still thinks that there are letters, which does no harm.
    sandbox.put("LONG", "3", loc("1,1"));
    await()
        .atMost(PATIENCE)
        .until(() -> sandbox.get(index, "LONG#3").at("/_source/loc").asText().equals("1,1"));
    sandbox.awaitEqual();
  }

  @Test
  void lettersOfNoIndexMakeAllDocumentsOfTheirItemAnew() {
    sandbox.startWorker();
    sandbox.put("HERE", "1", loc("1,1"));
    sandbox.awaitDocument("HERE#1");
    sandbox.stopWorkers();
    // As if the record of the first, and all of the second's, had been unreadable.
    sandbox.put("HERE", "1", loc("2,2"));
    sandbox.put("HERE", "2", loc("2,2"));
    sandbox.put("STILL", "1", loc("nowhere"));
    file(DeadLetters.NO_INDEX, index + "/HERE#1", Optional.of(key("HERE", "1")), 1);
    file(DeadLetters.NO_INDEX, index + "/HERE#2", Optional.of(key("HERE", "2")), 1);
    file(DeadLetters.NO_INDEX, index + "/STILL#1", Optional.of(key("STILL", "1")), 1);
    file(DeadLetters.NO_INDEX, index + "/GONE#1", Optional.of(key("GONE", "1")), 1);
    file(DeadLetters.NO_INDEX, index + "/shard-1/17", Optional.empty(), 1);

    assertThat(done(0, "show", index + "/HERE#1")).contains("trace", "the trace");
    assertThat(done(1, "redrive", "--index", DeadLetters.NO_INDEX, "--yes"))
        .contains("GONE#1: gone from its table")
        .contains("STILL#1: still refused: " + index + "/STILL#1: mapper_parsing_exception")
        .contains("shard-1/17: cannot be redriven: its record's key could not be read")
        .contains("2 redriven, 1 still refused, 1 gone, 1 cannot be redriven");
    assertThat(sandbox.get(index, "HERE#1").at("/_source/loc").asText()).isEqualTo("2,2");
    assertThat(sandbox.get(index, "HERE#2").at("/_source/loc").asText()).isEqualTo("2,2");
    assertThat(sandbox.entries("letter")).hasSize(2);
    Filed still = letters.find(DeadLetters.NO_INDEX, index + "/STILL#1").orElseThrow();
    assertThat(still.trace()).as("the fault is mended").isEmpty();

    assertThat(done(0, "discard", "--reason", "long mended", "--dry-run"))
        .contains("1 dead letter; nothing was done");
    assertThat(sandbox.entries("letter")).hasSize(2);
    assertThat(done(0, "discard", "--reason", "long mended", "--yes")).contains("1 discarded");
    assertThat(sandbox.entries("letter")).hasSize(1);
    assertThat(done(2, "discard")).contains("--all");
  }

  @Test
  void serversThatAreAwayLeaveTheLettersAsTheyWere() {
    sandbox.put("A", "1", loc("1,1"));
    file(index, "A#1", Optional.of(key("A", "1")), 7);
    Filed before = letters.find(index, "A#1").orElseThrow();
    assertThat(done(1, Map.of("OPENSEARCH_URL", "http://127.0.0.1:1"), "redrive", "--all", "--yes"))
        .contains("OpenSearch at http://127.0.0.1:1")
        .contains("1 not tried: their letters are as they were")
        .doesNotContain("\tat ");
    assertThat(
            done(1, Map.of("DYNAMODB_ENDPOINT", "http://127.0.0.1:1"), "redrive", "--all", "--yes"))
        .contains("DynamoDB at http://127.0.0.1:1 does not answer")
        .doesNotContain("\tat ");
    assertThat(letters.find(index, "A#1")).contains(before);
    assertThat(done(0, "list", "--index", "elsewhere"))
        .contains("the config has no index 'elsewhere'")
        .contains("0 dead letters");
  }
}
