package dev.tributary.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Workers that stop, in good order and not, and come again. */
class RestartIT {

  private final Sandbox sandbox = Sandbox.withTables(1);

  @AfterEach
  void close() {
    sandbox.close();
  }

  private void put(int number, String name) {
    sandbox.put("A", String.valueOf(number), Map.of("name", AttributeValue.fromS(name)));
  }

  private Map<Integer, Long> writes(int count) {
    Map<Integer, Long> writes = new HashMap<>();
    for (int i = 0; i < count; i++) {
      writes.put(i, sandbox.get(sandbox.table(), "A#" + i).path("_seq_no").asLong(-1));
    }
    return writes;
  }

  @Test
  void aRestartLosesNothingAndRepeatsNothing() {
    for (int i = 0; i < 50; i++) {
      put(i, "before");
    }
    WorkerProcess first = sandbox.startWorker();
    sandbox.awaitEqual();
    assertThat(first.terminate().awaitExit()).as(first::log).isZero();
    Map<Integer, Long> before = writes(50);

    for (int i = 50; i < 100; i++) {
      put(i, "while nobody read");
    }
    sandbox.startWorker();
    sandbox.awaitEqual();
    assertThat(sandbox.compare().found()).isEqualTo(100);
    assertThat(writes(50)).as("no document was written a second time").isEqualTo(before);
  }

  @Test
  void aTerminatedWorkerGivesItsShardsBack() {
    WorkerProcess worker = sandbox.startWorker().awaitReading();
    put(1, "x");
    sandbox.awaitDocument("A#1");
    assertThat(sandbox.leaseOwners()).isNotEmpty().doesNotContainValue("nobody");

    assertThat(worker.terminate().awaitExit()).as(worker::log).isZero();
    assertThat(sandbox.leaseOwners().values()).containsOnly("nobody");
    assertThat(worker.log()).contains("Stopped: all is handed back");
  }

  @Test
  void aTermWhileOpenSearchTakesNothingEndsInTimeAndLosesNothing() {
    // One that lost its shard meanwhile would have nothing left to finish.
    WorkerProcess worker =
        sandbox.startWorker(Map.of("DRAIN", "2s", "FAILOVER", "10s")).awaitReading();
    put(1, "x");
    sandbox.awaitDocument("A#1");
    sandbox.blockWrites(true);
    put(2, "y");
    worker.awaitLog("OpenSearch does not take writes");

    assertThat(worker.terminate().awaitExit()).as("it could not finish").isEqualTo(1);
    assertThat(worker.log()).contains("Stopped: what was unfinished is read again");
    assertThat(sandbox.leaseOwners()).as("not given back").doesNotContainValue("nobody");
    sandbox.blockWrites(false);
    sandbox.startWorker();
    sandbox.awaitEqual();
    assertThat(sandbox.compare().found()).isEqualTo(2);
  }

  @Test
  void aTermInTheMiddleOfALoadFinishesWhatIsInFlight() throws InterruptedException {
    Load load = new Load(sandbox, 11, 100);
    load.run(500);
    WorkerProcess worker = sandbox.startWorker().awaitReading();
    Thread writer = new Thread(() -> load.run(1000));
    writer.start();
    sandbox.awaitMoreWrites(1);

    assertThat(worker.terminate().awaitExit()).as(worker::log).isZero();
    writer.join();
    sandbox.startWorker();
    sandbox.awaitEqual();
  }

  /** {@code -Dkills=12 -Dchanges=20000} makes it a long one. */
  @Test
  void workersKilledInTheMiddleOfALoadLoseNothing() throws InterruptedException {
    Load load = new Load(sandbox, 12, 150);
    int changes = Integer.getInteger("changes", 2500);
    int kills = Integer.getInteger("kills", 3);
    CountDownLatch allKilled = new CountDownLatch(1);
    AtomicInteger made = new AtomicInteger();
    Thread writer =
        new Thread(
            () -> {
              while (made.get() < changes || allKilled.getCount() > 0) {
                load.run(100);
                made.addAndGet(100);
              }
            });
    writer.start();
    for (int kill = 0; kill < kills; kill++) {
      WorkerProcess worker = sandbox.startWorker();
      sandbox.awaitMoreWrites(20);
      worker.kill();
      System.out.printf("Killed after %d changes, %d writes%n", made.get(), sandbox.writes());
    }
    allKilled.countDown();
    sandbox.startWorker();
    writer.join();
    sandbox.awaitEqual();
    System.out.printf(
        "Equal after %d changes, %d writes: %d documents%n",
        made.get(), sandbox.writes(), sandbox.compare().found());
  }

  @Test
  void aWorkerFollowsAShardToItsChildren() {
    WorkerProcess worker = sandbox.startWorker().awaitReading();
    for (int roll = 0; roll < 3; roll++) {
      put(roll, "before roll " + roll);
      sandbox.rollShards();
      put(100 + roll, "after roll " + roll);
      sandbox.awaitDocument("A#" + (100 + roll));
    }
    sandbox.awaitEqual();
    worker.awaitLog("is finished to its end");
    assertThat(sandbox.rows("leases"))
        .as("leases of all generations of shards, each under its stream's name")
        .hasSizeGreaterThan(1)
        .allSatisfy(lease -> assertThat(lease.get("leaseKey").s()).contains(sandbox.table()));
  }

  @Test
  void aTableAddedLaterIsReadFromItsBeginning() {
    // The leases of the first table are there, which must not keep the second from getting its own;
    // and while both workers run, the old one may hold a shard of a table that it does not know.
    WorkerProcess old = sandbox.startWorker().awaitReading();
    put(1, "x");
    sandbox.awaitDocument("A#1");
    try (Sandbox both = sandbox.withOneMoreTable()) {
      both.put(both.tables().get(1), "B", "1", Map.of("name", AttributeValue.fromS("y")));
      both.startWorker().awaitLog("Worker ");
      assertThat(old.terminate().awaitExit()).as(old::log).isZero();
      both.awaitEqual();
      assertThat(both.compare().found()).isEqualTo(2);
    }
  }
}
