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
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * A table loaded while it is written to and while workers are killed, then verified in full. No
 * build runs it, and it asserts no times:
 *
 * <pre>
 *   mvn -B verify -Dit.test=BackfillBench -Dtest=WindowTest -Ditems=200000 -Dchanges=5000 -Dkills=3
 * </pre>
 */
class BackfillBench {

  private static final int ITEMS = Integer.getInteger("items", 200_000);
  private static final int CHANGES = Integer.getInteger("changes", 5_000);
  private static final int KILLS = Integer.getInteger("kills", 3);
  private static final String HEAP = System.getProperty("heap", "256m");
  private static final Duration PATIENCE = Duration.ofMinutes(30);

  private final Random random = new Random(Long.getLong("seed", 1));
  private final Sandbox sandbox = Sandbox.withTables(1);
  private final LargeTable table = new LargeTable(sandbox, ITEMS, 275);
  private final Backfills backfills =
      new Backfills(sandbox.dynamoDb(), StateTable.nameFor(sandbox.settings().application()));

  @Test
  void measure() throws Exception {
    try {
      table.fill();
      WorkerProcess worker = worker();
      long start = System.nanoTime();
      CompletableFuture<Changed> writer =
          CompletableFuture.supplyAsync(() -> table.change(CHANGES, random));
      String output = table.command("backfill", "--table", sandbox.table(), "--detach");
      Job job = backfills.all().get(0);
      for (int kill = 1; kill <= KILLS; kill++) {
        long least = (long) kill * ITEMS / (KILLS + 1);
        await().atMost(PATIENCE).until(() -> counts(job).items() >= least);
        worker.kill();
        System.out.printf("%.1f s: killed at %s%n", LargeTable.seconds(start), counts(job));
        worker = worker();
      }
      await().atMost(PATIENCE).until(() -> backfills.all().get(0).state() == State.DONE);
      double took = LargeTable.seconds(start);
      Changed changed = writer.get();
      System.out.printf(
          "%.1f s: loaded, %s, %.0f items/s; %d puts and %d deletes meanwhile; load %s%n%s%n",
          took,
          backfills.counts(job.id()),
          ITEMS / took,
          changed.puts(),
          changed.deletes(),
          Files.readString(Path.of("/proc/loadavg")).strip(),
          output);
      System.out.println(table.command("verify"));
    } finally {
      sandbox.close();
    }
  }

  private WorkerProcess worker() {
    return sandbox
        .startWorker(Map.of(), List.of("-Xmx" + HEAP, "-XX:+ExitOnOutOfMemoryError"))
        .awaitReading();
  }

  private Counts counts(Job job) {
    return backfills.parts(job.id()).stream().map(Part::counts).reduce(Counts.NONE, Counts::plus);
  }
}
