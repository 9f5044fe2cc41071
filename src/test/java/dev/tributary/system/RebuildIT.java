package dev.tributary.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tributary.table.Backfills;
import dev.tributary.table.Rebuilds;
import dev.tributary.table.StateTable;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.time.Duration;
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

  private final Sandbox sandbox = Sandbox.withTables(1);
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
}
