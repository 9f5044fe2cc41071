package dev.tributary.system;

import static org.awaitility.Awaitility.await;

import dev.tributary.system.LargeTable.Changed;
import dev.tributary.table.Backfills;
import dev.tributary.table.Backfills.Counts;
import dev.tributary.table.Backfills.Job;
import dev.tributary.table.Backfills.Part;
import dev.tributary.table.Backfills.State;
import dev.tributary.table.StateTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * A table loaded from an export while it is written to and while the loading process is killed,
 * then verified in full. No build runs it, and it asserts no times:
 *
 * <pre>
 *   mvn -B verify -Dit.test=ExportBench -Dtest=WindowTest -Ditems=200000 -Dchanges=5000 -Dkills=3
 * </pre>
 */
class ExportBench {

  private static final int ITEMS = Integer.getInteger("items", 200_000);
  private static final int CHANGES = Integer.getInteger("changes", 5_000);
  private static final int KILLS = Integer.getInteger("kills", 3);
  private static final int FILES = Integer.getInteger("files", 8);
  private static final String HEAP = System.getProperty("heap", "256m");
  private static final Duration PATIENCE = Duration.ofMinutes(30);

  private final Random random = new Random(Long.getLong("seed", 1));
  private final ExportSandbox exports = new ExportSandbox();
  private final Sandbox sandbox = exports.sandbox();
  private final LargeTable table = new LargeTable(sandbox, ITEMS, 275);
  private final Backfills backfills =
      new Backfills(sandbox.dynamoDb(), StateTable.nameFor(sandbox.settings().application()));

  @Test
  void measure() throws Exception {
    try {
      long filling = System.nanoTime();
      table.fill();
      String folder = exports.export(table.items(), FILES, Instant.now(), "bench");
      System.out.printf(
          "Filled and exported %d items in %.0f s%n", ITEMS, LargeTable.seconds(filling));
      worker().awaitReading();
      CompletableFuture<Changed> writer =
          CompletableFuture.supplyAsync(() -> table.change(CHANGES, random));
      // Some changes are over, before the load comes to them.
      sandbox.awaitMoreWrites(CHANGES / 20);
      long start = System.nanoTime();
      WorkerProcess load = load(folder);
      for (int kill = 1; kill <= KILLS; kill++) {
        long least = (long) kill * ITEMS / (KILLS + 1);
        await().atMost(PATIENCE).until(() -> counts().items() >= least || done());
        load.kill();
        System.out.printf("%.1f s: killed the load at %s%n", LargeTable.seconds(start), counts());
        load = load(folder);
      }
      await().atMost(PATIENCE).until(this::done);
      double took = LargeTable.seconds(start);
      await().atMost(PATIENCE).until(writer::isDone);
      Changed changed = writer.get();
      Job job = job().orElseThrow();
      System.out.printf(
          "%.1f s: loaded and replayed, %s, %.0f items/s; %d puts and %d deletes meanwhile; load"
              + " %s%n%s%n",
          took,
          backfills.counts(job.id()),
          ITEMS / took,
          changed.puts(),
          changed.deletes(),
          Files.readString(Path.of("/proc/loadavg")).strip(),
          load.log());
      System.out.println(table.command("verify"));
    } finally {
      exports.close();
    }
  }

  private Optional<Job> job() {
    return backfills.all().stream().findFirst();
  }

  private boolean done() {
    return job().filter(job -> job.state() == State.DONE).isPresent();
  }

  private WorkerProcess worker() {
    return sandbox.startWorker(Map.of(), List.of("-Xmx" + HEAP, "-XX:+ExitOnOutOfMemoryError"));
  }

  /** It shares the work with the worker, and each time goes on. */
  private WorkerProcess load(String folder) {
    return WorkerProcess.start(
        sandbox.folder(),
        sandbox.environment(),
        List.of("-Xmx" + HEAP, "-XX:+ExitOnOutOfMemoryError"),
        "backfill",
        "--from-export",
        folder,
        "--config",
        sandbox.config().toString());
  }

  private Counts counts() {
    return job()
        .map(
            job ->
                backfills.parts(job.id()).stream()
                    .map(Part::counts)
                    .reduce(Counts.NONE, Counts::plus))
        .orElse(Counts.NONE);
  }
}
