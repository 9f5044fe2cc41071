package dev.tributary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tributary.CommandInProcess.Ran;
import dev.tributary.system.ExportSandbox;
import dev.tributary.system.Sandbox;
import dev.tributary.system.WorkerProcess;
import dev.tributary.table.Backfills;
import dev.tributary.table.Backfills.Job;
import dev.tributary.table.Backfills.Part;
import dev.tributary.table.Backfills.State;
import dev.tributary.table.Gap;
import dev.tributary.table.Gaps;
import dev.tributary.table.StateTable;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Tables loaded from an export in S3, beside the stream, on real servers. */
class ExportIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final ExportSandbox exports = new ExportSandbox();
  private final Sandbox sandbox = exports.sandbox();
  private final String state = StateTable.nameFor(sandbox.settings().application());
  private final Backfills backfills = new Backfills(sandbox.dynamoDb(), state);
  private final Gaps gaps = new Gaps(sandbox.dynamoDb(), state);

  @AfterEach
  void close() {
    exports.close();
  }

  private Ran backfill(String... arguments) {
    List<String> all = new ArrayList<>(List.of("backfill", "--from-export"));
    all.addAll(List.of(arguments));
    return CommandInProcess.run(sandbox, Map.of(), all);
  }

  private void put(String sk, String kind) {
    sandbox.put(
        "A",
        sk,
        Map.of(
            "kind", AttributeValue.fromS(kind),
            "bytes", AttributeValue.fromB(SdkBytes.fromUtf8String(kind)),
            "set", AttributeValue.fromNs(List.of("1", "2.5"))));
  }

  private void fill() {
    for (int i = 0; i < 20; i++) {
      put("kept" + i, "a");
    }
    List.of("ghost", "changed", "removed").forEach(sk -> put(sk, "a"));
  }

  private void ask(String method, String path) {
    sandbox.ask(
        HttpRequest.newBuilder(sandbox.openSearch("/" + sandbox.table() + path))
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.noBody()));
  }

  /** Nothing is left in the index, and nothing that would keep old documents out of it. */
  private void forget() {
    for (Map<String, AttributeValue> item : exports.items()) {
      ask("DELETE", "/_doc/A%23" + item.get("SK").s());
    }
    ask("POST", "/_close");
    ask("POST", "/_open?wait_for_active_shards=1");
  }

  private void awaitPart(Predicate<Part> what) {
    Job job = backfills.all().get(0);
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> backfills.parts(job.id()).stream().anyMatch(what));
  }

  @Test
  void whatCameAfterTheExportWinsWhoeverDiesMeanwhileAndTheGapCloses() {
    fill();
    WorkerProcess first = sandbox.startWorker().awaitReading();
    sandbox.awaitEqual();
    assertThat(gaps.open(sandbox.table())).as("items before the first start").hasSize(1);
    String folder = exports.export(exports.items(), 3, Instant.now(), "one");
    sandbox.remove("A", "ghost");
    put("changed", "b");
    sandbox.awaitGone("A#ghost");
    sandbox.awaitEqual();
    forget();

    sandbox.blockWrites(true);
    Ran begun = backfill(folder, "--sweep", "--detach");
    assertThat(begun.exit()).as(begun.output()).isZero();
    assertThat(begun.output()).contains("23 items in 3 files", "replayed after the load");
    awaitPart(part -> part.since().isPresent());
    first.kill();
    sandbox.remove("A", "removed");
    sandbox.blockWrites(false);
    WorkerProcess second = sandbox.startWorker();
    second.awaitLog("-replay-of-", 3);
    second.kill();
    put("new", "a");
    sandbox.startWorker();
    await().atMost(PATIENCE).until(() -> backfills.all().get(0).state() == State.DONE);

    sandbox.awaitEqual();
    assertThat(sandbox.get(sandbox.table(), "A#ghost").path("found").asBoolean()).isFalse();
    assertThat(backfills.counts(backfills.all().get(0).id()).items()).isEqualTo(23);
    assertThat(gaps.open(sandbox.table())).isEmpty();
    assertThat(sandbox.dynamoDb().listTablesPaginator().tableNames())
        .noneMatch(name -> name.startsWith(sandbox.settings().application() + "-replay"));
  }

  @Test
  void anOldOrDamagedExportIsToldOfAndLoadedAsFarAsItGoes() {
    fill();
    String old =
        exports.export(exports.items(), 2, Instant.now().minus(Duration.ofHours(30)), "old");
    sandbox.remove("A", "removed");
    put("changed", "b");
    StateTable.create(sandbox.dynamoDb(), state);
    Gap gap = Gap.ofAll(Gap.Kind.FIRST_START, sandbox.table(), "its stream", Instant.now());
    gaps.open(gap, "a worker", Instant.now().minusSeconds(60));

    Ran dry = backfill(old, "--dry-run");
    assertThat(dry.exit()).as(dry.output()).isZero();
    assertThat(dry.output()).contains("23 items in 2 files", "read from the table once more");
    assertThat(backfills.all()).isEmpty();

    exports.damage(old, 1);
    Ran damaged = backfill(old, "--sweep");
    assertThat(damaged.exit()).as(damaged.output()).isEqualTo(1);
    assertThat(damaged.output())
        .contains("again-0001-of-0002: " + old + "data/file1.json.gz has the MD5 checksum");
    assertThat(backfills.all().get(0).state()).isEqualTo(State.RUNNING);

    exports.restore(old, 1);
    Ran mended = backfill(old, "--sweep");
    assertThat(mended.exit()).as(mended.output()).isZero();
    assertThat(mended.output()).contains("was begun before and goes on", "is done");
    sandbox.awaitEqual();
    assertThat(gaps.open(sandbox.table())).as("not by an old one").hasSize(1);

    assertThat(backfill(old, "--segments", "3").exit()).isEqualTo(2);
    assertThat(backfill("s3://nowhere").exit()).isEqualTo(2);
    assertThat(backfill(old.replace("old/", "none/")).output()).contains("is not there");
  }
}
