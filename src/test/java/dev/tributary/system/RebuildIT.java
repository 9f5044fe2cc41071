package dev.tributary.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.table.Backfills;
import dev.tributary.table.Rebuilds;
import dev.tributary.table.Rebuilds.Rebuild;
import dev.tributary.table.Rebuilds.Step;
import dev.tributary.table.StateTable;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** An index made anew by other rules, on real servers. */
class RebuildIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int ITEMS = 120;

  private final Sandbox sandbox = Sandbox.withTables(2);
  private final String index = sandbox.table();
  private final String state = StateTable.nameFor(sandbox.settings().application());
  private final Rebuilds rebuilds = new Rebuilds(sandbox.dynamoDb(), state);
  private final Backfills backfills = new Backfills(sandbox.dynamoDb(), state);
  private final AtomicBoolean searching = new AtomicBoolean(true);
  private final AtomicLong fewest = new AtomicLong(Long.MAX_VALUE);

  @AfterEach
  void close() {
    searching.set(false);
    sandbox.close();
  }

  private void put(String sk) {
    sandbox.put(
        "A", sk, Map.of("kind", AttributeValue.fromS("a"), "secret", AttributeValue.fromS("s")));
  }

  private WorkerProcess rebuild(String... arguments) {
    List<String> all = new ArrayList<>(List.of("rebuild", "--index", index));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--config", sandbox.config().toString()));
    return WorkerProcess.start(sandbox.folder(), sandbox.environment(), all.toArray(String[]::new));
  }

  /** What somebody finds who searches all the time. */
  private void search() {
    while (searching.get()) {
      long hits =
          sandbox
              .ask(
                  HttpRequest.newBuilder(
                          sandbox.openSearch("/" + index + "/_search?track_total_hits=true&size=0"))
                      .GET())
              .at("/hits/total/value")
              .asLong(-1);
      fewest.accumulateAndGet(hits, Math::min);
    }
  }

  private boolean exists(String generation) {
    return sandbox
        .ask(HttpRequest.newBuilder(sandbox.openSearch("/" + generation)).GET())
        .has(generation);
  }

  private void changeRules() throws IOException {
    String config = Files.readString(sandbox.config());
    String changed =
        config.replace(
            "index: " + index + ", clash: accepted",
            "index: " + index + ", clash: accepted, exclude: [secret]");
    assertThat(changed).isNotEqualTo(config);
    Files.writeString(sandbox.config(), changed);
  }

  @Test
  void searchesFindAllWhileAnIndexIsMadeAnewAndAnInterruptedOneGoesOn() throws Exception {
    WorkerProcess old = sandbox.startWorker().awaitReading();
    for (int i = 0; i < ITEMS; i++) {
      put("S" + i);
    }
    sandbox.awaitEqual();
    var unused =
        sandbox.ask(HttpRequest.newBuilder(sandbox.openSearch("/" + index + "/_refresh")).GET());
    CompletableFuture<Void> searches = CompletableFuture.runAsync(this::search);

    changeRules();
    try (WorkerProcess killed = rebuild("--read-units", "30")) {
      killed.awaitLog("rebuilding");
      await().atMost(PATIENCE).until(() -> !backfills.all().isEmpty());
      killed.kill();
    }
    put("meanwhile");
    sandbox.awaitDocument("A#meanwhile");
    WorkerProcess rebuild = rebuild();
    rebuild.awaitLog("searches go to " + index + "-000002");
    assertThat(rebuild.log()).contains("going on with the rebuild");
    rebuild.awaitLog("waiting for workers that do not write to " + index + "-000002");
    put("after the swap");

    old.signal("TERM");
    assertThat(old.awaitExit()).as(old::log).isZero();
    sandbox.startWorker();
    assertThat(rebuild.awaitExit()).as(rebuild::log).isZero();
    sandbox.remove("A", "S0");
    sandbox.awaitGone("A#S0");
    try (WorkerProcess verify =
        WorkerProcess.start(
            sandbox.folder(),
            sandbox.environment(),
            "verify",
            "--patience",
            "5s",
            "--config",
            sandbox.config().toString())) {
      assertThat(verify.awaitExit()).as(verify::log).isZero();
    }
    searching.set(false);
    searches.get();
    assertThat(fewest.get()).as("hits").isGreaterThanOrEqualTo(ITEMS - 1);
    assertThat(sandbox.get(index, "A#S1").at("/_source/secret").isMissingNode()).isTrue();
    assertThat(rebuilds.all()).isEmpty();
    assertThat(exists(index + "-000001")).as("kept").isTrue();
    try (WorkerProcess dropped = rebuild("--drop-old")) {
      assertThat(dropped.awaitExit()).as(dropped::log).isZero();
    }
    assertThat(exists(index + "-000001")).isFalse();
  }

  @Test
  void oneThatIsGivenUpLeavesNothing() throws Exception {
    sandbox.startWorker().awaitReading();
    put("S1");
    sandbox.awaitEqual();
    changeRules();
    try (WorkerProcess begun = rebuild()) {
      begun.awaitLog("rebuilding");
      await().atMost(PATIENCE).until(() -> exists(index + "-000002"));
      begun.kill();
    }
    // It may have come as far as the swap, which cannot be undone.
    try (WorkerProcess aborted = rebuild("--abort")) {
      assertThat(aborted.awaitExit()).as(aborted::log).isZero();
    }
    assertThat(exists(index + "-000002")).isFalse();
    assertThat(rebuilds.all()).isEmpty();
    put("S2");
    sandbox.awaitDocument("A#S2");
  }

  private void changeMapping(String typeOfKind) throws IOException {
    Files.writeString(
        sandbox.folder().resolve("mapping.json"),
        "{\"mappings\":{\"dynamic\":false,\"properties\":{\"kind\":{\"type\":\"%s\"}}}}"
            .formatted(typeOfKind));
  }

  private void send(String method, String path, String body) {
    var unused =
        sandbox.ask(
            HttpRequest.newBuilder(sandbox.openSearch(path))
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body)));
  }

  /** Each of these was swapped in, or stuck, or taken for done. */
  @Test
  void aMappingThatRefusesAllIsNotSwappedInAndTheNextRebuildIsOneOfItsOwn() throws Exception {
    WorkerProcess worker = sandbox.startWorker().awaitReading();
    put("S1");
    put("S2");
    sandbox.awaitEqual();
    changeMapping("integer");
    try (WorkerProcess refused = rebuild()) {
      assertThat(refused.awaitExit()).as(refused::log).isEqualTo(1);
      assertThat(refused.log())
          .contains("nothing is swapped: 2 documents are listed for " + index + "-000002")
          .contains("2: ")
          .contains("--accept-listed");
    }
    assertThat(sandbox.get(index, "A#S1").path("found").asBoolean()).isTrue();

    changeMapping("keyword");
    try (WorkerProcess otherFile = rebuild()) {
      assertThat(otherFile.awaitExit()).as(otherFile::log).isEqualTo(1);
      assertThat(otherFile.log()).contains("by another mapping file was begun");
    }
    try (WorkerProcess aborted = rebuild("--abort")) {
      assertThat(aborted.awaitExit()).as(aborted::log).isZero();
    }
    // As one leaves it that dies before the generation is made.
    rebuilds.store(
        new Rebuild(
            index, index + "-000001", index + "-000002", "r", Step.LOADING, Instant.now(), "me"));
    send("PUT", "/" + index + "-000000", "{}");
    try (WorkerProcess rebuilt = rebuild("--drop-old")) {
      assertThat(rebuilt.awaitExit()).as(rebuilt::log).isZero();
      assertThat(rebuilt.log()).contains("begins anew").contains("rebuilt: " + index);
    }
    assertThat(sandbox.get(index, "A#S2").path("_index").asText()).isEqualTo(index + "-000002");
    assertThat(exists(index + "-000001")).isFalse();
    assertThat(exists(index + "-000000")).isFalse();
    assertThat(sandbox.entries("letter")).isEmpty();
    assertThat(rebuilds.all()).isEmpty();
    assertThat(backfills.all())
        .as("the load of the one that was given up was not taken for the next one's")
        .hasSize(2)
        .allSatisfy(job -> assertThat(backfills.counts(job.id()).items()).isEqualTo(2));
    assertThat(worker.isAlive()).isTrue();
  }

  private void embed(String id, int value) {
    send(
        "POST",
        "/" + index + "/_update/" + id.replace("#", "%23") + "?retry_on_conflict=20",
        "{\"doc\":{\"embedding\":" + value + "}}");
  }

  private JsonNode source(String id) {
    return sandbox.get(index, id).path("_source");
  }

  @Test
  void documentsOfTwoTablesComeAlongWithWhatAnotherProgramWrites() throws Exception {
    String other = sandbox.tables().get(1);
    String config = Files.readString(sandbox.config());
    Files.writeString(
        sandbox.config(),
        config
            .replace(
                "  " + index + ": {mapping: mapping.json",
                "  " + index + ": {mapping: mapping.json, preserve: [embedding]")
            .replaceAll("(?m)^  " + other + ": \\{mapping.*\\n", "")
            .replace(
                "table: " + other + ", index: " + other, "table: " + other + ", index: " + index));
    WorkerProcess old = sandbox.startWorker().awaitReading();
    put("S1");
    put("S2");
    sandbox.put(other, "B", "S1", Map.of("secret", AttributeValue.fromS("s")));
    for (String id : List.of("A#S1", "A#S2", "B#S1")) {
      sandbox.awaitDocument(id);
      embed(id, 1);
    }
    changeRules();
    try (WorkerProcess rebuild = rebuild()) {
      rebuild.awaitLog("waiting for workers that do not write to " + index + "-000002");
      embed("A#S1", 2);
      rebuild.kill();
    }
    old.signal("TERM");
    assertThat(old.awaitExit()).as(old::log).isZero();
    sandbox.startWorker();
    try (WorkerProcess rebuild = rebuild()) {
      assertThat(rebuild.awaitExit()).as(rebuild::log).isZero();
    }
    assertThat(source("A#S1").path("embedding").asInt()).as("written since").isEqualTo(2);
    assertThat(source("A#S2").path("embedding").asInt()).isEqualTo(1);
    assertThat(source("B#S1").path("embedding").asInt()).isEqualTo(1);
    assertThat(source("A#S1").has("secret")).isFalse();
    assertThat(source("B#S1").has("secret")).isFalse();
    assertThat(sandbox.get(index, "B#S1").path("_index").asText()).isEqualTo(index + "-000002");
  }
}
