package dev.tributary.bench;

import dev.tributary.backfill.Comparison;
import dev.tributary.config.Settings;
import dev.tributary.document.Documents;
import dev.tributary.enrich.Enricher;
import dev.tributary.stream.ShardConsumer;
import dev.tributary.sync.Completion;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The parts of a measurement, each done as often as it is asked for, and what came of them. */
final class Stage {

  static final Duration PATIENCE = Duration.ofMinutes(20);

  /** DynamoDB Local may have ended, for want of memory: then nothing more comes. */
  private static final Duration STANDSTILL = Duration.ofMinutes(2);

  /** For how long the minimal program rests after an empty read, as a worker does by default. */
  static final String IDLE = "250";

  private static final int PROBLEMS_TOLD = 5;

  private final Ground ground;
  private final BenchOptions options;
  private final Consumer<String> say;
  private final List<Run> runs = new ArrayList<>();
  private final List<Figure> figures = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  Stage(Ground ground, BenchOptions options, Consumer<String> say) {
    this.ground = ground;
    this.options = options;
    this.say = say;
  }

  Ground ground() {
    return ground;
  }

  BenchOptions options() {
    return options;
  }

  void say(String line) {
    say.accept(line);
  }

  /** What a worker of this run reads, with what the options ask for. */
  Config config(Config config) {
    return config.with(options.worker());
  }

  /** Fills a table; gives its stream's ARN, as DynamoDB Local itself has it. */
  String fill(String table, Workload workload, String last) throws InterruptedException {
    String stream = ground.createTable(table);
    Preload preload = new Preload(ground.aws().dynamoDb(), table);
    preload.run(workload.changes(), workload.at());
    Items items = new Items();
    preload.run(1, number -> new Preload.Write(last, items.item(last, workload.changes())));
    return stream;
  }

  /** Keeps what a worker would send. */
  @FunctionalInterface
  interface Recording {
    void into(Settings settings, ShardConsumer.Factory consumers)
        throws IOException, InterruptedException;
  }

  Path record(Config config, Recording recording) throws IOException, InterruptedException {
    Settings settings = ground.settings(config);
    Path bulks = ground.file("bulks");
    try (Completion completion =
            new Completion(
                new Documents(settings),
                new Enricher(settings.enrichment(), ground.aws().region().id()));
        BulkFile file = new BulkFile(bulks, completion)) {
      recording.into(settings, shard -> file);
    }
    return bulks;
  }

  /** A worker brings tables into an index, whose state is then compared with them. */
  Run worker(Config config, long records, List<String> lasts)
      throws IOException, InterruptedException {
    Settings settings = ground.settings(config);
    Meter meter = new Meter(ground);
    Run run;
    try (Child child = ground.startWorker(config)) {
      run = filled(meter, Run.Who.WORKER, config.name(), records, child, lasts);
    }
    Comparison.Result result = ground.compare(settings);
    result.differences().stream()
        .limit(PROBLEMS_TOLD)
        .forEach(difference -> problem(difference.toString()));
    ground.openSearch().remove(config.name());
    return run;
  }

  Run minimal(Config config, long records, String stream) throws IOException, InterruptedException {
    ground.createIndexes(ground.settings(config));
    Meter meter = new Meter(ground);
    Run run;
    try (Child child =
        ground.start(config.name(), Minimal.class, stream, config.name(), IDLE, perRead())) {
      run =
          filled(meter, Run.Who.MINIMAL, config.name(), records, child, List.of(Workload.LAST_ID));
    }
    ground.openSearch().remove(config.name());
    return run;
  }

  private String perRead() {
    return "" + options.profile().perRead();
  }

  Run rawBulk(Config config, long records, Path bulks, List<String> lasts)
      throws IOException, InterruptedException {
    ground.createIndexes(ground.settings(config));
    Meter meter = new Meter(ground);
    Run run;
    try (Child child =
        ground.start(config.name(), RawBulk.class, bulks.toString(), config.name())) {
      run = filled(meter, Run.Who.RAW_BULK, config.name(), records, child, lasts);
    }
    ground.openSearch().remove(config.name());
    return run;
  }

  Run rawStream(String name, String stream) throws IOException, InterruptedException {
    Meter meter = new Meter(ground);
    try (Child child = ground.start(name, RawStream.class, stream, Workload.LAST, perRead())) {
      Map<String, String> done = child.awaitDone(PATIENCE);
      return meter.read(
          Run.Who.RAW_STREAM,
          Long.parseLong(done.get("records")),
          child,
          Double.parseDouble(done.get("seconds")));
    }
  }

  /** Waits until the index is full. */
  Run filled(Meter meter, Run.Who who, String index, long records, Child child, List<String> lasts)
      throws IOException, InterruptedException {
    Progress progress = Progress.watch(ground.openSearch(), index, lasts, child, STANDSTILL);
    return meter.filled(who, records, child, progress);
  }

  /** A part that counts. */
  void counts(Run run) {
    runs.add(run);
    say(
        "%s: %d records in %.2f s, load %.1f before"
            .formatted(run.title(), run.records(), run.seconds(), run.load()));
  }

  void figure(String name, String title, double value, String unit) {
    figures.add(new Figure(name, title, value, unit));
  }

  void problem(String what) {
    problems.add(what);
  }

  Report report(long records) {
    return new Report(options.profile(), records, runs, figures, problems);
  }
}
