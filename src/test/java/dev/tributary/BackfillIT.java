package dev.tributary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tributary.CommandInProcess.Ran;
import dev.tributary.system.Sandbox;
import dev.tributary.system.WorkerProcess;
import dev.tributary.table.Backfills;
import dev.tributary.table.Backfills.Counts;
import dev.tributary.table.Backfills.Job;
import dev.tributary.table.Backfills.Part;
import dev.tributary.table.Backfills.State;
import dev.tributary.table.Gaps;
import dev.tributary.table.ItemReads.Cursor;
import dev.tributary.table.StateTable;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Tables loaded into their indexes beside the stream, on real servers. */
class BackfillIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final String PART = "scan-0000-of-0001";

  private final Sandbox sandbox = Sandbox.withTables(1);
  private final String state = StateTable.nameFor(sandbox.settings().application());
  private final Backfills backfills = new Backfills(sandbox.dynamoDb(), state);
  private final Gaps gaps = new Gaps(sandbox.dynamoDb(), state);

  @AfterEach
  void close() {
    sandbox.close();
  }

  private Ran backfill(String... arguments) {
    return command("backfill", arguments);
  }

  private Ran backfills(String... arguments) {
    return command("backfills", arguments);
  }

  private Ran command(String name, String... arguments) {
    List<String> all = new ArrayList<>(List.of(name));
    all.addAll(List.of(arguments));
    return CommandInProcess.run(sandbox, Map.of(), all);
  }

  private void put(String sk, String kind) {
    sandbox.put("A", sk, Map.of("kind", AttributeValue.fromS(kind)));
  }

  /** In batches: one by one takes long. */
  private void fill(String pk, int count) {
    for (int from = 0; from < count; from += 25) {
      List<WriteRequest> writes = new ArrayList<>();
      for (int i = from; i < Math.min(from + 25, count); i++) {
        Map<String, AttributeValue> item =
            Map.of(
                "PK", AttributeValue.fromS(pk + i % 50),
                "SK", AttributeValue.fromS("S" + i),
                "kind", AttributeValue.fromS("x".repeat(300)));
        writes.add(
            WriteRequest.builder().putRequest(PutRequest.builder().item(item).build()).build());
      }
      sandbox
          .dynamoDb()
          .batchWriteItem(request -> request.requestItems(Map.of(sandbox.table(), writes)));
    }
  }

  private void stream(boolean on) {
    sandbox
        .dynamoDb()
        .updateTable(
            update ->
                update
                    .tableName(sandbox.table())
                    .streamSpecification(
                        stream ->
                            stream
                                .streamEnabled(on)
                                .streamViewType(on ? StreamViewType.NEW_AND_OLD_IMAGES : null)));
  }

  private void stop(WorkerProcess worker) {
    worker.signal("TERM");
    assertThat(worker.awaitExit()).as(worker::log).isZero();
  }

  @Test
  void aGapIsRepairedByABackfillAndASweepAndOnlyThenClosed() {
    WorkerProcess first = sandbox.startWorker().awaitReading();
    put("changed", "a");
    put("removed", "a");
    put("kept", "a");
    sandbox.awaitEqual();
    stop(first);

    stream(false);
    put("changed", "b");
    sandbox.remove("A", "removed");
    put("new", "a");
    stream(true);
    sandbox.startWorker().awaitReading();
    assertThat(gaps.open(sandbox.table())).hasSize(1);
    assertThat(sandbox.compare().differences()).as("what the gap swallowed").hasSize(3);

    Ran plain = backfill("--table", sandbox.table());
    assertThat(plain.exit()).as(plain.output()).isZero();
    assertThat(sandbox.compare().differences()).as("the orphan stays").hasSize(1);
    assertThat(gaps.open(sandbox.table())).as("not without a sweep").hasSize(1);

    Ran repaired = backfill("--gaps");
    assertThat(repaired.exit()).as(repaired.output()).isZero();
    assertThat(repaired.output()).contains("is done", "1 deleted");
    assertThat(sandbox.compare().differences()).isEmpty();
    assertThat(gaps.open(sandbox.table())).isEmpty();
    assertThat(backfill("--gaps").output()).contains("There is no open gap.");
  }

  private void allow(String keys) throws IOException {
    String config = Files.readString(sandbox.config());
    Files.writeString(sandbox.config(), config.replace("worker: {", "worker: {" + keys + ", "));
  }

  @Test
  void aWorkerThatMayRepairsGapsByItself() throws IOException {
    stream(false);
    put("early", "a");
    stream(true);
    allow("repairGaps: true");
    sandbox.startWorker().awaitReading();
    assertThat(sandbox.awaitDocument("A#early").path("kind").asText()).isEqualTo("a");
    await().atMost(PATIENCE).until(() -> gaps.open(sandbox.table()).isEmpty());
    assertThat(job().id()).startsWith("gaps-");
    assertThat(sandbox.compare().differences()).isEmpty();
  }

  private Job job() {
    return backfills.all().get(0);
  }

  private Job job(String id) {
    return backfills.all().stream().filter(job -> job.id().equals(id)).findFirst().orElseThrow();
  }

  /** A part that has come to a place where no scan can go on. */
  private static Part at(Map<String, AttributeValue> key) {
    return new Part(
        PART,
        Optional.of(new Cursor(key)),
        1,
        Counts.NONE,
        false,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** The workers that have a part of it in hand. */
  private List<Part> inHand(Job job) {
    return backfills.parts(job.id()).stream().filter(part -> part.since().isPresent()).toList();
  }

  @Test
  void aWorkerThatDiesLosesItsPartsToAnotherWhichGoesOnFromTheirPages() {
    stream(false);
    fill("P", 3_000);
    stream(true);
    WorkerProcess first = sandbox.startWorker().awaitReading();
    Ran begun =
        backfill("--table", sandbox.table(), "--segments", "2", "--read-units", "120", "--detach");
    assertThat(begun.exit()).as(begun.output()).isZero();
    Job job = job();
    await().atMost(PATIENCE).until(() -> inHand(job).stream().anyMatch(part -> part.pages() > 0));
    first.kill();
    List<Part> left = backfills.parts(job.id());
    assertThat(left).as("it was in the middle").anyMatch(part -> !part.done());

    put("meanwhile", "a");
    sandbox.startWorker();
    await().atMost(PATIENCE).until(() -> job().state() == State.DONE);
    sandbox.awaitEqual();
    assertThat(backfills.counts(job.id()).items())
        .as("pages that were done were not read again")
        .isBetween(3_000L, 5_001L);
    assertThat(sandbox.entries("lock")).as("given back").isEmpty();
  }

  @Test
  void itCanBeCountedNarrowedPausedResumedAndCancelled() {
    stream(false);
    fill("P", 400);
    fill("Q", 100);
    stream(true);
    Ran counted = backfill("--table", sandbox.table(), "--dry-run");
    assertThat(counted.exit()).as(counted.output()).isZero();
    assertThat(counted.output()).contains("500 items ask for 500 documents; 0 cannot be made");

    Ran narrow = backfill("--entity", sandbox.table(), "--where", "Q");
    assertThat(narrow.exit()).as(narrow.output()).isZero();
    assertThat(narrow.output()).contains("500 items read, 100 documents asked for");
    assertThat(sandbox.compare().differences()).as("the others").hasSize(400);

    Ran begun = backfill("--table", sandbox.table(), "--detach");
    String id = job().id();
    assertThat(begun.output()).contains(id + " is left to the workers.");
    assertThat(backfills("pause", id).output()).contains("is paused");
    assertThat(backfills("pause", id).output()).contains("is paused already");
    assertThat(backfills("list").output()).contains(id + "  paused  table");
    sandbox.startWorker().awaitReading();
    // Begun later, and done: who heeds no pause would have come to the other by then.
    Ran beside =
        backfill("--entity", sandbox.table(), "--where", "Q", "--segments", "1", "--detach");
    assertThat(beside.exit()).as(beside.output()).isZero();
    String after = job().id();
    await().atMost(PATIENCE).until(() -> job(after).state() == State.DONE);
    assertThat(backfills.parts(id)).as("nobody works on it").allMatch(part -> part.pages() == 0);
    assertThat(backfills("resume", id).exit()).isZero();
    sandbox.awaitEqual();
    await().atMost(PATIENCE).until(() -> job(id).state() == State.DONE);

    String broken = "broken";
    backfills.add(
        new Job(broken, job(id).plan(), State.PAUSED, job(id).createdAt(), "a test", Map.of()),
        List.of(PART));
    backfills.store(broken, at(Map.of("nonsense", AttributeValue.fromS("x"))));
    assertThat(backfills("resume", broken).exit()).isZero();
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(backfills("list").output()).contains("does not go on since"));
    assertThat(backfills("cancel", broken).exit()).isZero();

    Ran other = backfill("--table", sandbox.table(), "--read-units", "1", "--detach");
    assertThat(other.exit()).isZero();
    assertThat(backfills("cancel", job().id()).output()).contains("is cancelled");
    assertThat(backfills("cancel", "nonsense").output())
        .contains("there is no backfill 'nonsense'");
    assertThat(backfill("--table", "nonsense").output()).contains("has no table 'nonsense'");
    assertThat(backfill("--table", "x", "--gaps").exit()).isEqualTo(2);
  }
}
