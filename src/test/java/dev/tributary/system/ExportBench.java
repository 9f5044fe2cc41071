package dev.tributary.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

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
  private static final String TEXT = "some text of an item that is about as long as they are ";
  private static final String HEAP = System.getProperty("heap", "256m");
  private static final int BATCH = 25;
  private static final Duration PATIENCE = Duration.ofMinutes(30);

  private final Random random = new Random(Long.getLong("seed", 1));
  private final ExportSandbox exports = new ExportSandbox();
  private final Sandbox sandbox = exports.sandbox();
  private final Backfills backfills =
      new Backfills(sandbox.dynamoDb(), StateTable.nameFor(sandbox.settings().application()));

  @Test
  void measure() throws Exception {
    try {
      long filling = System.nanoTime();
      List<Map<String, AttributeValue>> items =
          IntStream.range(0, ITEMS).mapToObj(number -> item(number, "first")).toList();
      fill(items);
      String folder = exports.export(items, FILES, Instant.now(), "bench");
      System.out.printf("Filled and exported %d items in %.0f s%n", ITEMS, seconds(filling));
      worker().awaitReading();
      CompletableFuture<int[]> writer = CompletableFuture.supplyAsync(this::change);
      // Some changes are over, before the load comes to them.
      sandbox.awaitMoreWrites(CHANGES / 20);
      long start = System.nanoTime();
      WorkerProcess load = load(folder);
      for (int kill = 1; kill <= KILLS; kill++) {
        long least = (long) kill * ITEMS / (KILLS + 1);
        await().atMost(PATIENCE).until(() -> counts().items() >= least || done());
        load.kill();
        System.out.printf("%.1f s: killed the load at %s%n", seconds(start), counts());
        load = load(folder);
      }
      await().atMost(PATIENCE).until(this::done);
      double took = seconds(start);
      await().atMost(PATIENCE).until(writer::isDone);
      int[] changed = writer.get();
      Job job = job().orElseThrow();
      System.out.printf(
          "%.1f s: loaded and replayed, %s, %.0f items/s; %d puts and %d deletes meanwhile; load"
              + " %s%n%s%n",
          took,
          backfills.counts(job.id()),
          ITEMS / took,
          changed[0],
          changed[1],
          Files.readString(Path.of("/proc/loadavg")).strip(),
          load.log());
      System.out.println(command("verify"));
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

  private static double seconds(long since) {
    return (System.nanoTime() - since) / 1e9;
  }

  private String command(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--config", sandbox.config().toString()));
    try (WorkerProcess command =
        WorkerProcess.start(sandbox.folder(), sandbox.environment(), all.toArray(String[]::new))) {
      await().atMost(PATIENCE).until(() -> !command.isAlive());
      return command.log() + "exit " + command.awaitExit();
    }
  }

  /** With the stream off: DynamoDB Local gets slow where it has many records. */
  private void fill(List<Map<String, AttributeValue>> items) {
    stream(false);
    IntStream.range(0, (ITEMS + BATCH - 1) / BATCH)
        .parallel()
        .forEach(
            batch -> {
              List<WriteRequest> puts =
                  items.subList(batch * BATCH, Math.min(ITEMS, (batch + 1) * BATCH)).stream()
                      .map(item -> PutRequest.builder().item(item).build())
                      .map(put -> WriteRequest.builder().putRequest(put).build())
                      .toList();
              var answer =
                  sandbox
                      .dynamoDb()
                      .batchWriteItem(
                          request -> request.requestItems(Map.of(sandbox.table(), puts)));
              assertThat(answer.unprocessedItems()).isEmpty();
            });
    stream(true);
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

  private static Map<String, AttributeValue> item(int number, String kind) {
    return Map.of(
        "PK", AttributeValue.fromS("P" + number % 1000),
        "SK", AttributeValue.fromS("S" + number),
        "kind", AttributeValue.fromS(kind),
        "number", AttributeValue.fromN("" + number),
        "text", AttributeValue.fromS(TEXT.repeat(5)));
  }

  /** Puts and deletes items at random, some of them new ones. */
  private int[] change() {
    int[] done = {0, 0};
    for (int i = 0; i < CHANGES; i++) {
      int number = random.nextInt(ITEMS + ITEMS / 10);
      if (random.nextInt(3) == 0) {
        sandbox.remove("P" + number % 1000, "S" + number);
        done[1]++;
      } else {
        Map<String, AttributeValue> item = item(number, "changed " + i);
        sandbox.dynamoDb().putItem(put -> put.tableName(sandbox.table()).item(item));
        done[0]++;
      }
      rest();
    }
    return done;
  }

  private static void rest() {
    try {
      TimeUnit.MILLISECONDS.sleep(8);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
