package dev.tributary;

import dev.tributary.config.Settings;
import dev.tributary.index.LiveDestinations;
import dev.tributary.ops.Checks;
import dev.tributary.ops.Emf;
import dev.tributary.ops.FleetStatus;
import dev.tributary.ops.FleetWatch;
import dev.tributary.ops.Health;
import dev.tributary.ops.HealthPages;
import dev.tributary.ops.Metrics;
import dev.tributary.ops.RebuildSection;
import dev.tributary.ops.StatusReader;
import dev.tributary.ops.VerifySection;
import dev.tributary.ops.http.OpsServer;
import dev.tributary.ops.http.OpsServer.CannotListenException;
import dev.tributary.ops.http.Routes;
import dev.tributary.ops.page.StatusPage;
import dev.tributary.stream.StreamWorker;
import dev.tributary.sync.Insight;
import dev.tributary.sync.Letters;
import dev.tributary.sync.Pipeline;
import dev.tributary.sync.Timings;
import dev.tributary.table.AwsClients;
import dev.tributary.table.Backfills;
import dev.tributary.table.Heartbeats;
import dev.tributary.table.KeptGenerations;
import dev.tributary.table.Rebuilds;
import dev.tributary.table.VerifyRounds;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What tells how a worker is doing. It serves from the first moment of a start: one that waits for
 * OpenSearch says so.
 */
final class Monitor implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Monitor.class);

  /** Each count reads all letters, and each worker counts. */
  private static final Duration LISTS_EVERY = Duration.ofMinutes(5);

  private final Settings settings;
  private final Closing closing = new Closing();
  private final Routes routes = new Routes();
  private final Health health;
  private final Metrics metrics;
  private final StatusPage page;
  private Optional<URI> address = Optional.empty();
  private Optional<Emf> emf = Optional.empty();
  private volatile Optional<String> stage = Optional.of("it is starting");
  private volatile boolean stopping;

  private Monitor(Settings settings) {
    this.settings = settings;
    this.health = closing.add(Health.start(Clock.systemUTC()));
    this.metrics = new Metrics(settings.application());
    metrics.health(health);
    this.page =
        closing.add(
            new StatusPage(
                settings.application(), settings.worker().id(), health, Clock.systemUTC()));
  }

  /** Before anything else: whoever watches is to see the start, too. */
  static Monitor start(Settings settings) throws StartException {
    Monitor monitor = new Monitor(settings);
    monitor.health.add(List.of(Checks.start(() -> monitor.stage)));
    new HealthPages(monitor.health, settings.worker().id()).add(monitor.routes);
    monitor.metrics.add(monitor.routes);
    monitor.page.add(monitor.routes);
    monitor.print();
    try {
      monitor.serve();
      return monitor;
    } catch (CannotListenException e) {
      monitor.close();
      throw new StartException(e.getMessage(), e);
    }
  }

  private void print() {
    emf =
        settings
            .worker()
            .telling()
            .emf()
            .map(
                every ->
                    closing.add(
                        Emf.start(health, settings.application(), settings.worker().id(), every)));
  }

  private void serve() throws CannotListenException {
    Optional<Settings.Http> http = settings.worker().telling().http();
    if (http.isPresent()) {
      OpsServer server = closing.add(OpsServer.start(http.get(), routes));
      address = Optional.of(server.address().resolve("/"));
      page.start();
      LOG.info("Status page, health and metrics are served at {}", server.address());
    }
  }

  /** Where the status page is, if anything is served. */
  Optional<URI> address() {
    return address;
  }

  /** To be told how long things take. */
  Timings timings() {
    return metrics.timings();
  }

  /** Where pages that are not there yet go. */
  Routes routes() {
    return routes;
  }

  /** What the start does, or waits for. */
  void stage(String what) {
    stage = Optional.of(what);
    health.look();
  }

  /** The worker reads. */
  void running(
      AwsClients aws,
      String stateTable,
      Pipeline pipeline,
      StreamWorker worker,
      LiveDestinations destinations) {
    FleetWatch fleet =
        closing.add(
            FleetWatch.start(
                look(
                    StatusSources.reader(
                        settings, aws, stateTable, sections(aws, stateTable), LISTS_EVERY),
                    pipeline.insight())));
    WorkerSigns signs =
        new WorkerSigns(settings, pipeline, worker, destinations, fleet::sight, () -> stopping);
    metrics.read(signs);
    emf.ifPresent(printer -> printer.read(signs));
    page.running(signs, signs, metrics, settings.limits().bulksInFlight());
    stage = Optional.empty();
    health.add(Checks.of(signs));
  }

  /** What this worker just listed itself is not to be missing for minutes. */
  private static Supplier<FleetStatus> look(StatusReader reader, Insight insight) {
    AtomicLong known = new AtomicLong();
    return () -> {
      long listed = insight.noted();
      for (Letters.Cause cause : Letters.Cause.values()) {
        listed += insight.letters().filed(cause);
      }
      if (known.getAndSet(listed) != listed) {
        reader.outdated();
      }
      return reader.read();
    };
  }

  private List<Supplier<FleetStatus.Section>> sections(AwsClients aws, String stateTable) {
    Backfills backfills = new Backfills(aws.dynamoDb(), stateTable);
    Heartbeats heartbeats = new Heartbeats(aws.dynamoDb(), stateTable);
    List<Supplier<FleetStatus.Section>> sections = new ArrayList<>();
    Rebuilds rebuilds = new Rebuilds(aws.dynamoDb(), stateTable);
    KeptGenerations kept = new KeptGenerations(aws.dynamoDb(), stateTable);
    sections.add(() -> BackfillText.section(backfills, heartbeats, aws.clock().instant()));
    sections.add(() -> RebuildSection.of(rebuilds.all(), kept.all(), aws.clock().instant()));
    // Without it a worker need not have the right to read it.
    if (settings.worker().verify().isPresent()) {
      VerifyRounds rounds = new VerifyRounds(aws.dynamoDb(), stateTable);
      sections.add(() -> VerifySection.of(rounds, aws.clock().instant()));
    }
    return sections;
  }

  /** The worker hands back what it has: it is not ready, and is to be left alone. */
  void stopping() {
    stopping = true;
    stage("it is stopping");
  }

  @Override
  public void close() {
    closing.close();
  }
}
