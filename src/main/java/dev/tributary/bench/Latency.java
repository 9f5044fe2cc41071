package dev.tributary.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Items are put one by one, and each one's document is asked for until it is there: from before the
 * put is sent to the answer that has the document.
 */
final class Latency {

  private static final String TABLE = "followed";
  private static final Duration EVERY = Duration.ofMillis(200);
  private static final Duration ASK_EVERY = Duration.ofMillis(2);
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** What comes before is not counted: a process that has just started compiles. */
  private static final int WARM_UP = 25;

  private final Stage stage;
  private final Items items = new Items();
  private long item;

  Latency(Stage stage) {
    this.stage = stage;
  }

  Report run() throws IOException, InterruptedException {
    String stream = stage.ground().createTable(TABLE);
    long puts = stage.options().changes();
    worker("latency", "defaults", Config.of("followed-1", List.of(TABLE)), puts);
    worker(
        "fastLatency",
        "fast",
        Config.of("followed-2", List.of(TABLE)).with(BenchOptions.FAST),
        puts);
    minimal("minimalLatency", stream, "250", puts);
    minimal("minimalFastLatency", stream, "10", puts);
    return stage.report(puts);
  }

  private void worker(String name, String title, Config config, long puts)
      throws IOException, InterruptedException {
    Config asked = stage.config(config);
    try (Child child = stage.ground().startWorker(asked)) {
      measure(name, "Tributary, " + title, asked.name(), puts, child);
    }
  }

  private void minimal(String name, String stream, String idle, long puts)
      throws IOException, InterruptedException {
    Config config = Config.of("minimal-" + idle, List.of(TABLE));
    stage.ground().createIndexes(stage.ground().settings(config));
    try (Child child =
        stage
            .ground()
            .start(
                config.name(),
                Minimal.class,
                stream,
                config.name(),
                idle,
                "" + BenchProfile.LATENCY.perRead())) {
      measure(name, "minimal program, idle " + idle + " ms", config.name(), puts, child);
    }
  }

  private void measure(String name, String title, String index, long puts, Child child)
      throws IOException, InterruptedException {
    double load = Machine.now().load();
    for (int i = 0; i < WARM_UP; i++) {
      put(index, child);
    }
    double[] millis = new double[(int) puts];
    for (int i = 0; i < puts; i++) {
      millis[i] = put(index, child);
    }
    Arrays.sort(millis);
    double p50 = Figures.percentile(millis, 50);
    double p99 = Figures.percentile(millis, 99);
    stage.say("%s: p50 %.0f ms, p99 %.0f ms, load %.1f before".formatted(title, p50, p99, load));
    stage.figure(name + "Ms.p50", title + ", p50", p50, "ms");
    stage.figure(name + "Ms.p99", title + ", p99", p99, "ms");
  }

  /** Milliseconds until the document is there; then rests until the next one's turn. */
  private double put(String index, Child child) throws IOException, InterruptedException {
    String pk = Items.pk(item++);
    long start = System.nanoTime();
    stage.ground().aws().dynamoDb().putItem(put -> put.tableName(TABLE).item(items.item(pk, item)));
    while (!stage.ground().openSearch().has(index, Workload.id(pk))) {
      if (System.nanoTime() - start > PATIENCE.toNanos()) {
        throw new IOException(pk + " did not come into " + index);
      }
      child.check();
      TimeUnit.NANOSECONDS.sleep(ASK_EVERY.toNanos());
    }
    long took = System.nanoTime() - start;
    TimeUnit.NANOSECONDS.sleep(EVERY.toNanos() - took % EVERY.toNanos());
    return took / 1e6;
  }
}
