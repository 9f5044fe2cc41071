package dev.tributary;

import dev.tributary.backfill.BackfillRunner;
import dev.tributary.backfill.ExportSources;
import dev.tributary.backfill.OldGenerations;
import dev.tributary.backfill.Replays;
import dev.tributary.config.RulesDigest;
import dev.tributary.config.Settings;
import dev.tributary.index.EntityMappings;
import dev.tributary.index.Generations;
import dev.tributary.index.InvalidIndexException;
import dev.tributary.index.LiveDestinations;
import dev.tributary.index.OpenSearchConnection;
import dev.tributary.index.OpenSearchHttp;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.index.Succession;
import dev.tributary.ops.Heart;
import dev.tributary.stream.StreamWorker;
import dev.tributary.sync.Pipeline;
import dev.tributary.table.AwsClients;
import dev.tributary.table.Backfills;
import dev.tributary.table.DeadLetters;
import dev.tributary.table.Gaps;
import dev.tributary.table.Heartbeats;
import dev.tributary.table.Holds;
import dev.tributary.table.ItemReads;
import dev.tributary.table.KeptGenerations;
import dev.tributary.table.KnownTables;
import dev.tributary.table.Locks;
import dev.tributary.table.NoRegionException;
import dev.tributary.table.PendingObjects;
import dev.tributary.table.ShardLag;
import dev.tributary.table.StateTable;
import dev.tributary.table.Tables;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * The composition root: a running worker, put together here by hand, and stopped from its source to
 * its end.
 */
final class App {

  private static final Logger LOG = LoggerFactory.getLogger(App.class);

  /** How often a start that waits for OpenSearch looks again. */
  private static final Duration OPENSEARCH_RETRY = Duration.ofSeconds(1);

  private static final int ATTEMPTS_BETWEEN_LINES = 15;

  /** What giving the leases back may take beyond finishing what is in flight. */
  private static final Duration HAND_BACK = Duration.ofSeconds(4);

  private static final Duration OLD_GENERATIONS_EVERY = Duration.ofMinutes(1);

  private final Settings settings;
  private final Pipeline pipeline;
  private final BackfillRunner backfills;
  private final StreamWorker worker;
  private final Heart heart;
  private final Optional<VerifyDaemon> verify;
  private final OldGenerations oldGenerations;
  private final Monitor monitor;

  private App(
      Settings settings,
      Pipeline pipeline,
      BackfillRunner backfills,
      StreamWorker worker,
      Heart heart,
      Optional<VerifyDaemon> verify,
      OldGenerations oldGenerations,
      Monitor monitor) {
    this.settings = settings;
    this.pipeline = pipeline;
    this.backfills = backfills;
    this.worker = worker;
    this.heart = heart;
    this.verify = verify;
    this.oldGenerations = oldGenerations;
    this.monitor = monitor;
  }

  /** Starts a worker. Waits for OpenSearch, which may be down for a while; not for a mistake. */
  static App start(Settings settings) throws StartException, InterruptedException {
    Monitor monitor = Monitor.start(settings);
    try {
      return start(settings, monitor);
    } catch (StartException | InterruptedException | RuntimeException e) {
      monitor.close();
      throw e;
    }
  }

  private static App start(Settings settings, Monitor monitor)
      throws StartException, InterruptedException {
    try {
      AwsClients aws = AwsClients.open(settings.aws());
      Tables tables = new Tables(aws.dynamoDb(), settings.tables().values());
      Preflight.Result preflight =
          Preflight.check(
              settings, tables, aws.streams(), Preflight.where(settings, aws.region().id()));
      List<String> problems = new ArrayList<>(preflight.problems());
      problems.addAll(EntityMappings.check(settings).problems());
      if (!problems.isEmpty()) {
        throw new StartException(problems);
      }
      OpenSearchHttp openSearch = OpenSearchConnection.open(settings.openSearch(), aws.region());
      Map<String, String> rules = RulesDigest.of(settings);
      LiveDestinations destinations = new LiveDestinations(openSearch, rules);
      monitor.stage("it is starting: OpenSearch is awaited");
      createIndexes(settings, new Generations(openSearch, rules::get), destinations);
      monitor.stage("it is starting: its tables are made, and gaps are looked for");

      String stateTable = StateTable.nameFor(settings.application());
      StateTable.create(aws.dynamoDb(), stateTable);
      DeadLetters deadLetters = new DeadLetters(aws.dynamoDb(), stateTable);

      PendingObjects pending = new PendingObjects(aws.dynamoDb(), stateTable);

      Pipeline pipeline =
          new Pipeline(
              settings,
              Pipeline.Part.WORKER,
              aws.region().id(),
              openSearch,
              destinations,
              tables::read,
              tables::keyOf,
              deadLetters,
              pending,
              new Holds(aws.dynamoDb(), stateTable),
              aws.clock(),
              monitor.timings());
      StreamWorker worker =
          StreamWorker.start(settings, aws, tables, preflight.streams(), pipeline);
      BackfillRunner backfills =
          new BackfillRunner(
                  settings,
                  backfillServers(
                      settings,
                      aws,
                      stateTable,
                      tables,
                      openSearch,
                      new StreamReplays(settings, aws, tables, openSearch, destinations)),
                  pipeline.loading(),
                  Optional.empty())
              .start();
      LOG.info(
          "Worker {} of application {} shares the streams of {} in {} and writes to {}",
          settings.worker().id(),
          settings.application(),
          preflight.streams().keySet().stream().map(Settings.Table::name).toList(),
          Preflight.where(settings, aws.region().id()),
          settings.openSearch().url());
      Heart heart =
          Heart.start(
              new Heartbeats(aws.dynamoDb(), stateTable),
              settings.worker(),
              destinations::current,
              rules,
              vitals(pipeline),
              aws.clock());
      monitor.running(aws, stateTable, pipeline, worker, destinations);
      return new App(
          settings,
          pipeline,
          backfills,
          worker,
          heart,
          VerifyDaemon.start(settings, aws, tables, openSearch, destinations),
          new OldGenerations(
                  new KeptGenerations(aws.dynamoDb(), stateTable),
                  new Succession(openSearch),
                  settings.indexes().keySet(),
                  aws.clock(),
                  OLD_GENERATIONS_EVERY)
              .start(),
          monitor);
    } catch (SdkException e) {
      throw new StartException(Failures.describe(e, settings.aws()), e);
    } catch (NoRegionException e) {
      throw e;
    } catch (RuntimeException e) {
      // KCL wraps what the SDK throws in exceptions of any kind.
      if (e.getCause() instanceof SdkException cause) {
        throw new StartException(Failures.describe(cause, settings.aws()), e);
      }
      throw e;
    }
  }

  /** What a worker's backfills need, and those of the command. */
  static BackfillRunner.Servers backfillServers(
      Settings settings,
      AwsClients aws,
      String stateTable,
      Tables tables,
      OpenSearchHttp openSearch,
      Replays replays) {
    return new BackfillRunner.Servers(
        new Backfills(aws.dynamoDb(), stateTable),
        new Gaps(aws.dynamoDb(), stateTable),
        new KnownTables(aws.dynamoDb(), stateTable),
        new Locks(
            aws.dynamoDb(),
            stateTable,
            settings.worker().id(),
            settings.worker().failover().multipliedBy(2)),
        meter -> new ItemReads(aws.dynamoDb(), settings.tables().values(), meter),
        tables::keyOf,
        openSearch,
        new ExportSources(settings.enrichment().objects(), aws.region().id()),
        replays,
        aws.clock());
  }

  private static Heart.Vitals vitals(Pipeline pipeline) {
    return new Heart.Vitals() {
      @Override
      public List<ShardLag> lags() {
        return pipeline.lags();
      }

      @Override
      public Optional<String> trouble() {
        return pipeline.trouble();
      }

      @Override
      public long bytesInFlight() {
        return pipeline.bytesInFlight();
      }
    };
  }

  /** Sees to it that all indexes are there, and waits for OpenSearch if need be. */
  static void createIndexes(
      Settings settings, Generations generations, LiveDestinations destinations)
      throws StartException, InterruptedException {
    for (Map.Entry<String, Settings.Index> index : settings.indexes().entrySet()) {
      await(settings, () -> ensure(generations, index));
    }
    await(settings, destinations::refresh);
  }

  /** Something that needs OpenSearch. */
  @FunctionalInterface
  private interface Step {
    void run() throws OpenSearchUnavailableException, StartException;
  }

  private static void await(Settings settings, Step step)
      throws StartException, InterruptedException {
    for (int attempt = 0; !done(settings, step, attempt); attempt++) {
      Thread.sleep(OPENSEARCH_RETRY.toMillis());
    }
  }

  private static void ensure(Generations generations, Map.Entry<String, Settings.Index> index)
      throws OpenSearchUnavailableException, StartException {
    try {
      generations.ensure(index.getKey(), index.getValue().mapping());
    } catch (InvalidIndexException e) {
      throw new StartException("index '%s': %s".formatted(index.getKey(), e.getMessage()), e);
    }
  }

  private static boolean done(Settings settings, Step step, int attempt) throws StartException {
    try {
      step.run();
      return true;
    } catch (OpenSearchUnavailableException e) {
      if (attempt % ATTEMPTS_BETWEEN_LINES == 0) {
        LOG.warn("Waiting for OpenSearch at {}: {}", settings.openSearch().url(), e.getMessage());
      }
      return false;
    }
  }

  Monitor monitor() {
    return monitor;
  }

  /** Ends when the worker does: after {@link #stop}, or with the reason why it died. */
  CompletableFuture<Void> ended() {
    return worker.ended();
  }

  /**
   * Stops: reads no more, finishes what is in flight, stores checkpoints, gives the leases back.
   *
   * @return whether all of that was done in time
   */
  boolean stop() {
    Duration drain = settings.worker().drain();
    LOG.info("Stopping: finishing what is in flight, for at most {} s", drain.toSeconds());
    monitor.stopping();
    oldGenerations.close();
    verify.ifPresent(VerifyDaemon::close);
    backfills.stop();
    boolean drained = pipeline.drain(drain);
    backfills.close(HAND_BACK.dividedBy(4));
    boolean clean = worker.stop(drained, HAND_BACK) && drained;
    pipeline.close();
    heart.stop(clean);
    monitor.close();
    // The process ends after this, so the connections need no farewell, which could take seconds.
    LOG.info(clean ? "Stopped: all is handed back" : "Stopped: what was unfinished is read again");
    return clean;
  }
}
