package dev.tributary.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tributary.local.RawOpenSearch;
import dev.tributary.local.Servers;
import dev.tributary.system.LargeTable.Changed;
import dev.tributary.table.Backfills;
import dev.tributary.table.Backfills.Counts;
import dev.tributary.table.Backfills.Part;
import dev.tributary.table.Rebuilds;
import dev.tributary.table.Rebuilds.Step;
import dev.tributary.table.StateTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * An index made anew while its table is written to, while searches run and while the rebuild is
 * killed, then verified in full. No build runs it. It asserts that nothing is missing at any time,
 * and no times:
 *
 * <pre>
 *   mvn -B verify -Dit.test=RebuildBench -Dtest=WindowTest -Ditems=200000 -Dchanges=5000 -Dkills=3
 * </pre>
 */
class RebuildBench {

  private static final int ITEMS = Integer.getInteger("items", 200_000);
  private static final int CHANGES = Integer.getInteger("changes", 5_000);
  private static final int KILLS = Integer.getInteger("kills", 3);
  private static final Duration PATIENCE = Duration.ofMinutes(40);

  private final Random random = new Random(Long.getLong("seed", 1));
  private final Sandbox sandbox = Sandbox.withTables(1);
  private final String index = sandbox.table();
  private final LargeTable table = new LargeTable(sandbox, ITEMS, 275);
  private final RawOpenSearch openSearch = new RawOpenSearch(Servers.shared().openSearch());
  private final String state = StateTable.nameFor(sandbox.settings().application());
  private final Backfills backfills = new Backfills(sandbox.dynamoDb(), state);
  private final Rebuilds rebuilds = new Rebuilds(sandbox.dynamoDb(), state);

  private final AtomicBoolean over = new AtomicBoolean();
  private final AtomicLong searches = new AtomicLong();
  private final AtomicLong fewest = new AtomicLong(Long.MAX_VALUE);
  private final AtomicLong fewestAtTheSwap = new AtomicLong(Long.MAX_VALUE);
  private volatile boolean swapping;

  @Test
  void measure() throws Exception {
    try {
      table.fill();
      WorkerProcess worker = sandbox.startWorker().awaitReading();
      String filled = table.command("backfill", "--table", sandbox.table());
      System.out.println(filled);
      assertThat(filled).endsWith("exit 0");
      long before = hits();
      assertThat(before).isEqualTo(ITEMS);
      exclude("text");
      CompletableFuture<Void> searching = CompletableFuture.runAsync(this::search);
      CompletableFuture<Changed> writer =
          CompletableFuture.supplyAsync(() -> table.change(CHANGES, random));

      long start = System.nanoTime();
      WorkerProcess rebuild = rebuild();
      for (int kill = 1; kill <= KILLS; kill++) {
        long least = (long) kill * ITEMS / (KILLS + 1);
        await().atMost(PATIENCE).until(() -> loaded() >= least);
        rebuild.kill();
        System.out.printf("%.1f s: killed at %d items%n", LargeTable.seconds(start), loaded());
        rebuild = rebuild();
      }
      rebuild.awaitLog("verifying", 1, PATIENCE);
      swapping = true;
      System.out.printf("%.1f s: loaded and caught up%n", LargeTable.seconds(start));
      await()
          .atMost(PATIENCE)
          .until(() -> rebuilds.all().stream().anyMatch(one -> one.step() != Step.LOADING));
      System.out.printf("%.1f s: swapped%n", LargeTable.seconds(start));
      assertThat(worker.terminate().awaitExit()).as(worker::log).isZero();
      sandbox.startWorker();
      int exit = rebuild.awaitExit(PATIENCE);
      System.out.printf(
          "%.1f s: done, exit %d; %s meanwhile; load %s%n%s%n",
          LargeTable.seconds(start),
          exit,
          writer.get(),
          Files.readString(Path.of("/proc/loadavg")).strip(),
          rebuild.log());
      over.set(true);
      searching.get();
      System.out.printf(
          "%d searches; %d hits before, at least %d at all times, %d from verifying on, %d after%n",
          searches.get(), before, fewest.get(), fewestAtTheSwap.get(), hits());
      String verified = table.command("verify");
      System.out.println(verified);
      assertThat(exit).as(rebuild::log).isZero();
      assertThat(verified).endsWith("exit 0");
      assertThat(fewest.get())
          .as("hits, at the least")
          .isGreaterThanOrEqualTo(writer.get().stayed());
    } finally {
      over.set(true);
      sandbox.close();
    }
  }

  private WorkerProcess rebuild() {
    return WorkerProcess.start(
        sandbox.folder(),
        sandbox.environment(),
        "rebuild",
        "--index",
        index,
        "--config",
        sandbox.config().toString());
  }

  private long loaded() {
    return backfills.all().stream()
        .filter(job -> job.plan().runner().isPresent())
        .flatMap(job -> backfills.parts(job.id()).stream())
        .map(Part::counts)
        .mapToLong(Counts::items)
        .sum();
  }

  private void exclude(String field) throws IOException {
    String config = Files.readString(sandbox.config());
    String changed = config.replace("clash: accepted", "clash: accepted, exclude: [" + field + "]");
    Files.writeString(sandbox.config(), changed);
  }

  private long hits() {
    openSearch.ask("POST", "/" + index + "/_refresh");
    return search("/_search?track_total_hits=true&size=0");
  }

  private long search(String query) {
    return openSearch.ask("GET", "/" + index + query).at("/hits/total/value").asLong(-1);
  }

  private void search() {
    while (!over.get()) {
      boolean late = swapping;
      long hits = search("/_search?track_total_hits=true&size=0");
      searches.incrementAndGet();
      fewest.accumulateAndGet(hits, Math::min);
      if (late) {
        fewestAtTheSwap.accumulateAndGet(hits, Math::min);
      }
    }
  }
}
