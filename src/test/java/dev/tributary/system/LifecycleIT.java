package dev.tributary.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What befalls a worker from its start to its end, where nothing may be lost by it. Of the phases
 * in which a worker is told to stop, the others are in {@link RestartIT} (idle, under load, while
 * writes are blocked), {@link CommandsIT} (a start that waits for OpenSearch) and {@link HoldsIT}.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LifecycleIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private Sandbox sandbox;
  private Turnstile turnstile;

  @AfterEach
  void close() {
    sandbox.close();
    if (turnstile != null) {
      turnstile.close();
    }
  }

  private void put(String sk, String name) {
    sandbox.put("A", sk, Map.of("name", AttributeValue.fromS(name)));
  }

  /** A worker that reaches OpenSearch through the turnstile. */
  private WorkerProcess startBehindTurnstile(String name) {
    return sandbox.startWorker(
        Map.of(
            "WORKER", name, "DRAIN", "2s", "FAILOVER", "10s", "OPENSEARCH_URL", turnstile.url()));
  }

  private void openSandbox() {
    sandbox = Sandbox.withTables(1);
    turnstile = new Turnstile(sandbox.openSearch(""));
  }

  /**
   * Ends a worker that cannot finish what it has under way. It needs a failover of some length: one
   * that lost its shards meanwhile has nothing left to finish.
   */
  private void terminateUnfinished(WorkerProcess worker) {
    assertThat(worker.terminate().awaitExit()).as("it could not finish").isEqualTo(1);
    assertThat(worker.log()).contains("Stopped: what was unfinished is read again");
    assertThat(sandbox.leaseOwners()).as("not given back").doesNotContainValue("nobody");
  }

  private String nameOf(String id) {
    return sandbox.get(sandbox.table(), id).at("/_source/name").asText();
  }

  @Test
  void aTermBeforeKclIsInitialisedEndsInGoodOrder() {
    sandbox = Sandbox.withTables(1);
    put("1", "x");
    WorkerProcess worker = sandbox.startWorker().awaitLog("Worker ");
    assertThat(worker.terminate().awaitExit()).as(worker::log).isZero();
    assertThat(sandbox.leaseOwners().values()).as("given back").containsOnly("nobody");
    sandbox.startWorker();
    sandbox.awaitEqual();
  }

  @Test
  void aTermWhileOpenSearchIsAwayEndsInTimeAndLosesNothing() {
    openSandbox();
    WorkerProcess worker = startBehindTurnstile("first");
    put("1", "x");
    sandbox.awaitDocument("A#1");
    turnstile.cut();
    put("1", "y");
    worker.awaitLog("it cannot be reached");
    terminateUnfinished(worker);
    sandbox.startWorker();
    sandbox.awaitEqual();
  }

  @Test
  void aTermWhileDeadLettersCannotBeStoredEndsInTimeAndLosesNone() {
    sandbox =
        Sandbox.withMapping(
            "{\"mappings\":{\"dynamic\":false,\"properties\":{\"n\":{\"type\":\"long\"}}}}");
    WorkerProcess worker = sandbox.startWorker(Map.of("DRAIN", "2s", "FAILOVER", "10s"));
    sandbox.put("GOOD", "1", Map.of());
    sandbox.awaitDocument("GOOD#1");
    String state = sandbox.settings().application() + "-state";
    sandbox.dynamoDb().deleteTable(request -> request.tableName(state));
    sandbox.put("BAD", "1", Map.of("n", AttributeValue.fromS("no number")));
    worker.awaitLog("The dead letters cannot be reached");
    terminateUnfinished(worker);

    // A start makes the table anew.
    sandbox.startWorker().awaitLog("kept as a dead letter: BAD / 1");
    await().atMost(PATIENCE).until(() -> sandbox.entries("letter").size() == 1);
  }

  @Test
  void anOpenSearchThatRefusesUsIsWaitedForAndNothingBecomesADeadLetter() {
    openSandbox();
    turnstile.refuse(401);
    WorkerProcess worker = startBehindTurnstile("first").awaitLog("Waiting for OpenSearch");
    assertThat(worker.log()).contains("401");
    turnstile.open();
    put("1", "x");
    sandbox.awaitDocument("A#1");

    turnstile.refuse(403);
    put("2", "y");
    sandbox.remove("A", "1");
    worker.awaitLog("OpenSearch does not take writes, trying again: it refuses us");
    turnstile.refuse(401);
    int sent = turnstile.bulks();
    await().atMost(PATIENCE).until(() -> turnstile.bulks() > sent + 1);
    assertThat(sandbox.entries("letter")).isEmpty();
    turnstile.open();
    sandbox.awaitDocument("A#2");
    sandbox.awaitEqual();
    assertThat(sandbox.entries("letter")).isEmpty();
  }

  @Test
  void aLeaseThatGoesElsewhereWhileABulkHangsLeavesTheDocumentToItsNextOwner() throws Exception {
    openSandbox();
    WorkerProcess first = startBehindTurnstile("first");
    put("1", "written");
    sandbox.awaitDocument("A#1");
    turnstile.holdBulks();
    put("1", "hanging");
    await().atMost(PATIENCE).until(() -> turnstile.held() > 0);

    WorkerProcess second = sandbox.startWorker(Map.of("WORKER", "second", "FAILOVER", "10s"));
    second.awaitLog("Worker second");
    sandbox.giveLeasesTo("second");
    second.awaitReading();
    await().atMost(PATIENCE).until(() -> nameOf("A#1").equals("hanging"));
    put("1", "newest");
    await().atMost(PATIENCE).until(() -> nameOf("A#1").equals("newest"));
    first.awaitLog("is no longer this worker's");

    // However late the bulk is carried out, it does not bring the past back.
    turnstile.sendHeld();
    assertThat(nameOf("A#1")).isEqualTo("newest");
    int sent = turnstile.bulks();
    turnstile.cut();
    turnstile.open();
    put("2", "x");
    sandbox.awaitDocument("A#2");
    sandbox.awaitEqual();
    assertThat(turnstile.bulks()).as("nothing is sent without the lease").isEqualTo(sent);
    assertThat(first.isAlive()).isTrue();
  }

  /** The last one: a roll that the server is late with would end the shards of the next test. */
  @Test
  @Order(Integer.MAX_VALUE)
  void shardsThatRolledBeforeTheStartAreReadParentsFirst() {
    sandbox = Sandbox.withTables(1);
    int shards = 4;
    for (int shard = 0; shard < shards; shard++) {
      put("in every shard", "written in " + shard);
      put("only in " + shard, "x");
      put("gone", "x");
      sandbox.remove("A", "gone");
      if (shard < shards - 1) {
        sandbox.rollShards();
      }
    }
    WorkerProcess worker = sandbox.startWorker();
    sandbox.awaitEqual();
    assertThat(sandbox.compare().found()).isEqualTo(shards + 1);
    assertThat(sandbox.get(sandbox.table(), "A#in every shard").at("/_source/name").asText())
        .isEqualTo("written in " + (shards - 1));
    List<String> lines =
        Pattern.compile("Reading |is finished to its end")
            .matcher(worker.log())
            .results()
            .map(match -> match.group().strip())
            .toList();
    // Asking for a roll may have brought more than one.
    assertThat(lines).hasSizeGreaterThanOrEqualTo(2 * shards - 1);
    for (int line = 0; line < lines.size(); line++) {
      assertThat(lines.get(line))
          .as("no shard is read before its parent is finished: %s", lines)
          .isEqualTo(line % 2 == 0 ? "Reading" : "is finished to its end");
    }
  }
}
