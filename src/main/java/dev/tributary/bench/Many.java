package dev.tributary.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * One worker with many tables; then its pipeline with many shards, which DynamoDB Local does not
 * have, fed from memory.
 */
final class Many {

  private static final int TABLES = 20;
  private static final List<Integer> SHARDS = List.of(1, 10, 100, 1000);

  private final Stage stage;

  Many(Stage stage) {
    this.stage = stage;
  }

  Report run() throws IOException, InterruptedException {
    long changes = stage.options().changes();
    long each = Math.max(1, changes / TABLES);
    List<String> tables = new ArrayList<>();
    List<String> lasts = new ArrayList<>();
    stage.say("%d changes are written to each of %d tables".formatted(each, TABLES));
    for (int table = 0; table < TABLES; table++) {
      tables.add("table-" + table);
      lasts.add(Workload.id(Records.lastPk(table)));
      stage.fill("table-" + table, Workload.mixed(each, table), Records.lastPk(table));
    }
    long records = (each + 1) * TABLES;
    for (int round = 1; round <= stage.options().rounds(); round++) {
      stage.counts(
          stage
              .worker(stage.config(Config.of("tables-" + round, tables)), records, lasts)
              .called(TABLES + " tables"));
      for (int shards : SHARDS) {
        stage.counts(
            new Memory(stage)
                .fed("shards-%d-%d".formatted(shards, round), Math.max(1, changes / shards), shards)
                .called(shards + " shards"));
      }
    }
    return stage.report(records);
  }
}
