package dev.tributary.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How long it takes from the start of a process to its first document: cold, when a worker makes
 * its own tables and its index first; and warm, when it comes back after a stop in good order.
 */
final class Start {

  private static final String TABLE = "begun";
  private static final long ASK_MILLIS = 5;

  private final Stage stage;
  private final Items items = new Items();
  private final List<Double> cold = new ArrayList<>();
  private final List<Double> warm = new ArrayList<>();
  private final List<Double> minimal = new ArrayList<>();
  private long item;

  Start(Stage stage) {
    this.stage = stage;
  }

  Report run() throws IOException, InterruptedException {
    String stream = stage.ground().createTable(TABLE);
    for (int round = 1; round <= stage.options().rounds(); round++) {
      String name = "begun-" + round;
      Config config = stage.config(Config.of(name, List.of(TABLE)));
      cold.add(worker(config));
      warm.add(worker(config));
      Config least = Config.of("minimal-" + round, List.of(TABLE));
      stage.ground().createIndexes(stage.ground().settings(least));
      String id = put();
      try (Child child =
          stage
              .ground()
              .start(
                  least.name(),
                  Minimal.class,
                  stream,
                  least.name(),
                  Stage.IDLE,
                  "" + BenchProfile.START.perRead())) {
        minimal.add(await(least.name(), id, child));
      }
      stage.say(
          "cold %.1f s, warm %.1f s, minimal program %.1f s, load %.1f after"
              .formatted(
                  cold.get(round - 1),
                  warm.get(round - 1),
                  minimal.get(round - 1),
                  Machine.now().load()));
    }
    figure("startSeconds.cold", "Tributary, cold", cold);
    figure("startSeconds.warm", "Tributary, warm", warm);
    figure("startSeconds.minimal", "minimal program", minimal);
    return stage.report(stage.options().rounds());
  }

  private void figure(String name, String title, List<Double> seconds) {
    double[] sorted = seconds.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    stage.figure(name, title, Figures.median(sorted), "s");
  }

  private double worker(Config config) throws IOException, InterruptedException {
    String id = put();
    Child child = stage.ground().startWorker(config);
    double seconds = await(config.name(), id, child);
    child.stop();
    return seconds;
  }

  private String put() {
    String pk = Items.pk(item++);
    stage.ground().aws().dynamoDb().putItem(put -> put.tableName(TABLE).item(items.item(pk, item)));
    return Workload.id(pk);
  }

  private double await(String index, String id, Child child)
      throws IOException, InterruptedException {
    while (!stage.ground().openSearch().has(index, id)) {
      child.check();
      TimeUnit.MILLISECONDS.sleep(ASK_MILLIS);
    }
    return (System.nanoTime() - child.startedNanos()) / 1e9;
  }
}
