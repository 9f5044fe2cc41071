package dev.tributary.bench;

import dev.tributary.backfill.Comparison;
import dev.tributary.config.Settings;
import dev.tributary.document.Documents;
import dev.tributary.enrich.Enricher;
import dev.tributary.stream.ShardFeed;
import dev.tributary.sync.Completion;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * A table is filled, and then its stream is brought into an index, by a worker and by all that it
 * is compared with, in turn.
 */
final class Drain {

  private static final String TABLE = "drained";
  private static final int HOT = 50;

  /** The id of the document that is written last. */
  private static final String LAST_ID = Items.LAST + "#0#META";

  private static final Duration PATIENCE = Duration.ofMinutes(20);

  private final Ground ground;
  private final Consumer<String> say;
  private final long changes;
  private final int rounds;
  private final List<Run> runs = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  Drain(Ground ground, Consumer<String> say, BenchOptions options) {
    this.ground = ground;
    this.say = say;
    this.changes = options.changes();
    this.rounds = options.rounds();
  }

  Report run() throws IOException, InterruptedException {
    String stream = ground.createTable(TABLE);
    say.accept("%d changes are written to DynamoDB Local".formatted(changes));
    fill();
    Path bulks = ground.file("bulks");
    say.accept("the stream is read once, and its bulks are kept");
    long records = record(stream, bulks);
    say.accept("OpenSearch is made warm");
    rawBulk("warm-up", records, bulks);
    runs.clear();
    for (int round = 1; round <= rounds; round++) {
      worker("worker-" + round, records);
      minimal("minimal-" + round, records, stream);
      rawBulk("raw-bulk-" + round, records, bulks);
      rawStream("raw-stream-" + round, stream);
    }
    return new Report(BenchProfile.DRAIN, records, runs, problems);
  }

  private void fill() throws InterruptedException {
    Operations operations = new Operations(HOT);
    Items items = new Items();
    Preload preload = new Preload(ground.aws().dynamoDb(), TABLE);
    preload.run(
        changes,
        number -> {
          Operations.Operation operation = operations.at(number);
          String pk = Items.pk(operation.item());
          return new Preload.Write(
              pk, operation.kind() == Operations.Kind.REMOVE ? Map.of() : items.item(pk, number));
        });
    preload.run(1, number -> new Preload.Write(last(), items.item(last(), changes)));
  }

  private static String last() {
    return Items.LAST + "#0";
  }

  /** Reads the stream and keeps what a worker would send. */
  private long record(String stream, Path bulks) throws IOException {
    Settings settings = ground.settings(new Config("recorded", List.of(TABLE)));
    long records = 0;
    try (Completion completion =
            new Completion(
                new Documents(settings),
                new Enricher(settings.enrichment(), ground.aws().region().id()));
        BulkFile file = new BulkFile(bulks, completion)) {
      ShardFeed feed =
          new ShardFeed(
              settings.tables().get(TABLE), ground.stream(TABLE), "recorded", shard -> file);
      DynamoDbStreamsClient streams = ground.aws().streams();
      String iterator = RawStream.oldest(streams, stream);
      boolean last = false;
      while (!last) {
        GetRecordsResponse read = RawStream.read(streams, iterator);
        feed.give(read.records());
        records += read.records().size();
        last = read.records().stream().anyMatch(record -> RawStream.isOf(record, last()));
        iterator = read.nextShardIterator();
      }
    }
    return records;
  }

  private void worker(String name, long records) throws IOException, InterruptedException {
    Config config = new Config(name, List.of(TABLE));
    Settings settings = ground.settings(config);
    Meter meter = new Meter(ground);
    try (Child child = ground.startWorker(name, config)) {
      Progress progress = Progress.watch(ground.openSearch(), name, LAST_ID, child, PATIENCE);
      told(meter.filled(Run.Who.WORKER, records, child, progress));
    }
    Comparison.Result result = ground.compare(settings);
    result.differences().stream().limit(5).forEach(found -> problems.add(found.toString()));
    ground.openSearch().remove(name);
  }

  private void minimal(String name, long records, String stream)
      throws IOException, InterruptedException {
    ground.createIndexes(ground.settings(new Config(name, List.of(TABLE))));
    Meter meter = new Meter(ground);
    try (Child child = ground.start(name, Minimal.class, stream, name, "250")) {
      Progress progress = Progress.watch(ground.openSearch(), name, LAST_ID, child, PATIENCE);
      told(meter.filled(Run.Who.MINIMAL, records, child, progress));
    }
    ground.openSearch().remove(name);
  }

  private void rawBulk(String name, long records, Path bulks)
      throws IOException, InterruptedException {
    ground.createIndexes(ground.settings(new Config(name, List.of(TABLE))));
    Meter meter = new Meter(ground);
    try (Child child = ground.start(name, RawBulk.class, bulks.toString(), name)) {
      Progress progress = Progress.watch(ground.openSearch(), name, LAST_ID, child, PATIENCE);
      told(meter.filled(Run.Who.RAW_BULK, records, child, progress));
    }
    ground.openSearch().remove(name);
  }

  private void rawStream(String name, String stream) throws IOException, InterruptedException {
    Meter meter = new Meter(ground);
    try (Child child = ground.start(name, RawStream.class, stream, last())) {
      Map<String, String> done = child.awaitDone(PATIENCE);
      told(
          meter.read(
              Run.Who.RAW_STREAM,
              Long.parseLong(done.get("records")),
              child,
              Double.parseDouble(done.get("seconds"))));
    }
  }

  private void told(Run run) {
    runs.add(run);
    say.accept(
        "%s: %d records in %.2f s, load %.1f before"
            .formatted(run.who().title(), run.records(), run.seconds(), run.load()));
  }
}
