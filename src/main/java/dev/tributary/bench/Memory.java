package dev.tributary.bench;

import dev.tributary.bench.Run.Who;
import dev.tributary.config.Settings;
import dev.tributary.stream.ShardConsumer;
import dev.tributary.stream.ShardFeed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A worker's pipeline is fed from memory as KCL would feed it, in turn with raw bulk. */
final class Memory {

  private static final String TABLE = "fed";
  private static final int BATCH = 1000;
  private static final double MICROS = 1e6;

  private final Stage stage;

  Memory(Stage stage) {
    this.stage = stage;
  }

  Report run() throws IOException, InterruptedException {
    long changes = stage.options().changes();
    stage.say("the bulks of %d changes are made and kept".formatted(changes));
    Path bulks = stage.record(config("recorded"), (settings, to) -> record(settings, changes, to));
    stage.say("OpenSearch is made warm");
    stage.rawBulk(config("warm-up"), changes + 1, bulks, lasts(1));
    for (int round = 1; round <= stage.options().rounds(); round++) {
      stage.counts(fed("fed-" + round, changes, 1));
      stage.counts(stage.rawBulk(config("raw-bulk-" + round), changes + 1, bulks, lasts(1)));
    }
    return stage.report(changes + 1);
  }

  private static Config config(String name) {
    return Config.of(name, List.of(TABLE));
  }

  private static List<String> lasts(int shards) {
    return IntStream.range(0, shards).mapToObj(Records::lastPk).map(Workload::id).toList();
  }

  private static void record(Settings settings, long changes, ShardConsumer.Factory consumers) {
    Records records = new Records(new Operations(Workload.HOT), 0, changes);
    ShardFeed feed = new ShardFeed(settings.tables().get(TABLE), Fed.STREAM, "0", consumers);
    long number = 0;
    for (ShardFeed.Batch batch = records.from(0, BATCH);
        batch.size() > 0;
        batch = records.from(number, BATCH)) {
      feed.give(batch);
      number += batch.size();
    }
  }

  /**
   * @param changes of each shard
   */
  Run fed(String name, long changes, int shards) throws IOException, InterruptedException {
    Config config = stage.config(config(name));
    Ground ground = stage.ground();
    ground.createIndexes(ground.settings(config));
    long records = (changes + 1) * shards;
    Meter meter = new Meter(ground);
    Run run;
    try (Child child =
        ground.start(
            name,
            Fed.class,
            ground.file(name + ".yml").toString(),
            "" + changes,
            "" + shards,
            "" + Workload.HOT)) {
      run = stage.filled(meter, Who.WORKER, name, records, child, lasts(shards));
      Map<String, String> done = child.awaitDone(Stage.PATIENCE);
      double making = Double.parseDouble(done.get("making")) / records * MICROS;
      double makingWarm = Double.parseDouble(done.get("secondHalf")) / (records / 2.0) * MICROS;
      stage.say(
          "making its records took %.1f µs each, %.1f µs in the second half; that is not counted"
              .formatted(making, makingWarm));
      run = run.without(making, makingWarm);
    }
    judge(name, changes, shards);
    ground.openSearch().remove(name);
    return run;
  }

  /** There is no table to compare with: but every item's last change is known. */
  private void judge(String index, long changes, int shards)
      throws IOException, InterruptedException {
    Operations operations = new Operations(Workload.HOT);
    long expected = (operations.items(changes) + 1) * shards;
    long found = stage.ground().openSearch().count(index);
    if (found != expected) {
      stage.problem("%s has %d documents, not %d".formatted(index, found, expected));
    }
    Verdict verdict = new Verdict(operations, changes);
    stage.ground().each(index, verdict::look);
    verdict.wrong().forEach(stage::problem);
  }
}
