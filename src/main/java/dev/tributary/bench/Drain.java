package dev.tributary.bench;

import dev.tributary.config.Settings;
import dev.tributary.stream.ShardConsumer;
import dev.tributary.stream.ShardFeed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * A table is filled, and then its stream is brought into an index, by a worker and by all that it
 * is compared with, in turn.
 */
final class Drain {

  private static final String TABLE = "drained";
  private static final List<String> TABLES = List.of(TABLE);
  private static final List<String> LASTS = List.of(Workload.LAST_ID);

  private final Stage stage;
  private final Workload workload;
  private long records;

  Drain(Stage stage, Workload workload) {
    this.stage = stage;
    this.workload = workload;
  }

  Report run() throws IOException, InterruptedException {
    stage.say("%d changes are written to DynamoDB Local".formatted(workload.changes()));
    String stream = stage.fill(TABLE, workload, Workload.LAST);
    stage.say("the stream is read once, and its bulks are kept");
    Path bulks =
        stage.record(config("recorded"), (settings, into) -> record(settings, stream, into));
    stage.say("OpenSearch is made warm");
    stage.rawBulk(config("warm-up"), records, bulks, LASTS);
    for (int round = 1; round <= stage.options().rounds(); round++) {
      stage.counts(stage.worker(stage.config(config("worker-" + round)), records, LASTS));
      stage.counts(stage.minimal(config("minimal-" + round), records, stream));
      stage.counts(stage.rawBulk(config("raw-bulk-" + round), records, bulks, LASTS));
      stage.counts(stage.rawStream("raw-stream-" + round, stream));
    }
    return stage.report(records);
  }

  private Config config(String name) {
    return Config.of(name, TABLES, workload);
  }

  private void record(Settings settings, String stream, ShardConsumer.Factory consumers) {
    ShardFeed feed =
        new ShardFeed(
            settings.tables().get(TABLE), stage.ground().stream(TABLE), "recorded", consumers);
    DynamoDbStreamsClient streams = stage.ground().aws().streams();
    String iterator = RawStream.oldest(streams, stream);
    boolean last = false;
    while (!last) {
      GetRecordsResponse read =
          RawStream.read(streams, iterator, stage.options().profile().perRead());
      ShardFeed.Batch batch = new ShardFeed.Batch();
      read.records().forEach(batch::add);
      feed.give(batch);
      records += read.records().size();
      last = read.records().stream().anyMatch(record -> RawStream.isOf(record, Workload.LAST));
      iterator = read.nextShardIterator();
    }
  }
}
