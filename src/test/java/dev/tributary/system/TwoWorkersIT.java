package dev.tributary.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Two workers of one application. */
class TwoWorkersIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Sandbox sandbox = Sandbox.withTables(2);

  @AfterEach
  void close() {
    sandbox.close();
  }

  private void put(String table, String sk, String name) {
    sandbox.put(table, "A", sk, Map.of("name", AttributeValue.fromS(name)));
  }

  @Test
  void twoTablesAreReadAtOnce() {
    sandbox.startWorker();
    for (String table : sandbox.tables()) {
      put(table, "1", "in " + table);
    }
    sandbox.awaitEqual();
    assertThat(sandbox.compare().found()).isEqualTo(2);
    assertThat(sandbox.get(sandbox.tables().get(1), "A#1").at("/_source/name").asText())
        .isEqualTo("in " + sandbox.tables().get(1));
  }

  /** {@code -Dfailover=10s} shows how long it takes in production's settings. */
  @Test
  void twoWorkersStartedColdAtOnceBothWorkAndEitherTakesOverFromTheOther() {
    String failover = System.getProperty("failover", "2s");
    WorkerProcess first = sandbox.startWorker(Map.of("WORKER", "first", "FAILOVER", failover));
    WorkerProcess second = sandbox.startWorker(Map.of("WORKER", "second", "FAILOVER", failover));
    sandbox.tables().forEach(table -> put(table, "1", "cold"));
    sandbox.awaitEqual();
    first.awaitLog("Worker first");
    second.awaitLog("Worker second");

    boolean firstLeads = sandbox.leader().equals("first");
    WorkerProcess leading = firstLeads ? first : second;
    String survivor = firstLeads ? "second" : "first";
    Load load = new Load(sandbox, 21, 80);
    load.run(200);
    leading.kill();
    long killed = System.nanoTime();
    await()
        .atMost(PATIENCE)
        .until(() -> sandbox.leaseOwners().values().stream().allMatch(survivor::equals));
    System.out.printf(
        "Failover %s: the other worker had all shards %d ms after the leader was killed%n",
        failover, (System.nanoTime() - killed) / 1_000_000);
    load.run(200);
    sandbox.awaitEqual();
    assertThat(first.isAlive() || second.isAlive()).isTrue();
  }

  @Test
  void aWorkerThatStopsInGoodOrderLeavesItsShardsToTheOther() {
    String failover = System.getProperty("failover", "2s");
    WorkerProcess leaving = sandbox.startWorker(Map.of("WORKER", "leaving", "FAILOVER", failover));
    leaving.awaitReading();
    sandbox.startWorker(Map.of("WORKER", "staying", "FAILOVER", failover)).awaitLog("Worker ");
    sandbox.tables().forEach(table -> put(table, "1", "x"));
    sandbox.awaitEqual();

    assertThat(leaving.terminate().awaitExit()).as(leaving::log).isZero();
    long left = System.nanoTime();
    await()
        .atMost(PATIENCE)
        .until(() -> sandbox.leaseOwners().values().stream().allMatch("staying"::equals));
    System.out.printf(
        "Failover %s: the other worker had all shards %d ms after this one stopped%n",
        failover, (System.nanoTime() - left) / 1_000_000);
    sandbox.tables().forEach(table -> put(table, "2", "y"));
    sandbox.awaitEqual();
  }

  @Test
  void aWorkerThatSleptThroughTheLossOfItsLeaseSendsNothingWhenItWakes() {
    WorkerProcess sleeper = sandbox.startWorker(Map.of("WORKER", "sleeper")).awaitReading();
    put(sandbox.table(), "1", "first");
    sandbox.awaitDocument("A#1");
    sandbox.blockWrites(true);
    put(sandbox.table(), "1", "second");
    put(sandbox.table(), "2", "for a while");
    sandbox.remove(sandbox.table(), "A", "2");
    // The line comes again after ten seconds. By then retries are seconds apart, so that it is not
    // stopped between asking the fence and sending: that gap no fence can close.
    sleeper.awaitLog("OpenSearch does not take writes", 2);
    sleeper.signal("STOP");

    sandbox.startWorker(Map.of("WORKER", "other"));
    await()
        .atMost(PATIENCE)
        .until(() -> sandbox.leaseOwners().values().stream().allMatch("other"::equals));
    sandbox.blockWrites(false);
    sandbox.awaitEqual();
    long before = sandbox.operations();
    sleeper.signal("CONT");
    sleeper.awaitLog("is no longer this worker's");
    assertThat(sandbox.operations())
        .as("it woke with a write to retry, and did not send it")
        .isEqualTo(before);
    put(sandbox.table(), "3", "after all");
    sandbox.awaitEqual();
    assertThat(sandbox.compare().found()).isEqualTo(2);
  }

  @Test
  void aShardThatWaitsForItsParentIsHandedOverToo() {
    startBeforeABlockedRoll(4);
    sandbox.startWorker(Map.of("WORKER", "new"));
    await().atMost(PATIENCE).until(() -> sandbox.leaseOwners().containsValue("new"));
    sandbox.blockWrites(false);
    sandbox.awaitEqual();
  }

  @Test
  void aShardThatWasToBeHandedOverToAWorkerBeforeItStartedIsReadByIt() {
    startBeforeABlockedRoll(1).kill();
    sandbox.giveLeasesTo("new");
    sandbox.askToHandOverChildren("old", "new");
    sandbox.startWorker(Map.of("WORKER", "new")).awaitReading();
    long renewals = sandbox.renewalsOfChildren();
    await().atMost(PATIENCE).until(() -> sandbox.renewalsOfChildren() > renewals + 3);
    sandbox.blockWrites(false);
    sandbox.awaitEqual();
  }

  /** Nothing is finished while writes are blocked, so every child waits for its parent. */
  private WorkerProcess startBeforeABlockedRoll(int rolls) {
    WorkerProcess first = sandbox.startWorker(Map.of("WORKER", "first")).awaitReading();
    sandbox.tables().forEach(table -> put(table, "0", "x"));
    sandbox.awaitEqual();
    assertThat(first.terminate().awaitExit()).as(first::log).isZero();
    sandbox.blockWrites(true);
    for (int roll = 1; roll <= rolls; roll++) {
      for (String table : sandbox.tables()) {
        put(table, "" + roll, "x");
      }
      sandbox.rollShards();
    }
    sandbox.tables().forEach(table -> put(table, "last", "x"));
    WorkerProcess old = sandbox.startWorker(Map.of("WORKER", "old")).awaitReading();
    await()
        .atMost(PATIENCE)
        .until(() -> sandbox.leaseOwners().values().stream().allMatch("old"::equals));
    return old;
  }
}
