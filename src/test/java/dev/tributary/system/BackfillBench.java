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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
  private static final String TEXT = "some text of an item that is about as long as they are ";
  private static final String HEAP = System.getProperty("heap", "256m");
  private static final int BATCH = 25;
  private static final Duration PATIENCE = Duration.ofMinutes(30);

  private final Random random = new Random(Long.getLong("seed", 1));
  private final Sandbox sandbox = Sandbox.withTables(1);
  private final Backfills backfills =
      new Backfills(sandbox.dynamoDb(), StateTable.nameFor(sandbox.settings().application()));

  @Test
  void measure() throws Exception {
    try {
      fill();
      WorkerProcess worker = worker();
      long start = System.nanoTime();
      CompletableFuture<int[]> writer = CompletableFuture.supplyAsync(this::change);
      String output = command("backfill", "--table", sandbox.table(), "--detach");
      Job job = backfills.all().get(0);
      for (int kill = 1; kill <= KILLS; kill++) {
        long least = (long) kill * ITEMS / (KILLS + 1);
        await().atMost(PATIENCE).until(() -> counts(job).items() >= least);
        worker.kill();
        System.out.printf("%.1f s: killed at %s%n", seconds(start), counts(job));
        worker = worker();
      }
      await().atMost(PATIENCE).until(() -> backfills.all().get(0).state() == State.DONE);
      double took = seconds(start);
      int[] changed = writer.get();
      System.out.printf(
          "%.1f s: loaded, %s, %.0f items/s; %d puts and %d deletes meanwhile; load %s%n%s%n",
          took,
          backfills.counts(job.id()),
          ITEMS / took,
          changed[0],
          changed[1],
          Files.readString(Path.of("/proc/loadavg")).strip(),
          output);
      System.out.println(command("verify"));
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

  private static double seconds(long since) {
    return (System.nanoTime() - since) / 1e9;
  }

  private String command(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--config", sandbox.config().toString()));
    try (WorkerProcess command =
        WorkerProcess.start(sandbox.folder(), sandbox.environment(), all.toArray(String[]::new))) {
      int exit = command.awaitExit();
      return command.log() + "exit " + exit;
    }
  }

  /** With the stream off: DynamoDB Local gets slow where it has many records. */
  private void fill() {
    long start = System.nanoTime();
    stream(false);
    IntStream.range(0, (ITEMS + BATCH - 1) / BATCH)
        .parallel()
        .forEach(
            batch -> {
              List<WriteRequest> puts =
                  IntStream.range(batch * BATCH, Math.min(ITEMS, (batch + 1) * BATCH))
                      .mapToObj(number -> PutRequest.builder().item(item(number, "first")).build())
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
    System.out.printf("Filled %d items in %.0f s%n", ITEMS, seconds(start));
  }

  private static Map<String, AttributeValue> item(int number, String kind) {
    return Map.of(
        "PK", AttributeValue.fromS("P" + number % 1000),
        "SK", AttributeValue.fromS("S" + number),
        "kind", AttributeValue.fromS(kind),
        "number", AttributeValue.fromN("" + number),
        "text", AttributeValue.fromS(TEXT.repeat(5)));
  }

  /** Puts and deletes items at random, half of them new ones. */
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
}
