package dev.tributary;

import dev.tributary.config.Settings;
import dev.tributary.enrich.EnrichCounts;
import dev.tributary.index.LiveDestinations;
import dev.tributary.index.Setback;
import dev.tributary.index.Totals;
import dev.tributary.ops.Figures;
import dev.tributary.ops.FleetWatch;
import dev.tributary.ops.Signs;
import dev.tributary.stream.StreamWorker;
import dev.tributary.sync.Contact;
import dev.tributary.sync.Flow;
import dev.tributary.sync.Insight;
import dev.tributary.sync.Letters;
import dev.tributary.sync.Pipeline;
import dev.tributary.table.Holds.Hold;
import dev.tributary.table.ShardLag;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** A running worker, as health and metrics look at it. */
final class WorkerSigns implements Signs, Figures {

  private final Settings settings;
  private final Pipeline pipeline;
  private final Insight insight;
  private final StreamWorker worker;
  private final LiveDestinations destinations;
  private final Supplier<FleetWatch.Sight> fleet;
  private final BooleanSupplier stopping;

  WorkerSigns(
      Settings settings,
      Pipeline pipeline,
      StreamWorker worker,
      LiveDestinations destinations,
      Supplier<FleetWatch.Sight> fleet,
      BooleanSupplier stopping) {
    this.settings = settings;
    this.pipeline = pipeline;
    this.insight = pipeline.insight();
    this.worker = worker;
    this.destinations = destinations;
    this.fleet = fleet;
    this.stopping = stopping;
  }

  @Override
  public boolean readerAlive() {
    return stopping.getAsBoolean() || worker.alive();
  }

  /** At a stop they end one after the other, as they should. */
  @Override
  public List<Motion> motions() {
    List<Motion> motions = new ArrayList<>();
    if (!stopping.getAsBoolean()) {
      insight
          .loops()
          .forEach(loop -> motions.add(new Motion(loop.name(), loop.alive(), loop.overdue())));
      insight
          .writers()
          .forEach(
              writer -> motions.add(new Motion(writer.name(), writer.alive(), writer.stalled())));
    }
    return motions;
  }

  @Override
  public Contact.State openSearch() {
    return insight.openSearch().state();
  }

  @Override
  public Contact.State stateTable() {
    return insight.stateTable().state();
  }

  @Override
  public Optional<Setback> setback() {
    return pipeline.setback();
  }

  @Override
  public List<Hold> holds() {
    return insight.holds();
  }

  @Override
  public Map<String, String> waitingIndexes() {
    return destinations.waiting();
  }

  @Override
  public List<ShardLag> lags() {
    return pipeline.lags();
  }

  @Override
  public FleetWatch.Sight fleet() {
    return fleet.get();
  }

  @Override
  public Map<String, Flow> flows() {
    return insight.flows();
  }

  @Override
  public Totals totals() {
    return pipeline.totals();
  }

  @Override
  public Map<String, Duration> checkpointAges() {
    return insight.checkpointAges();
  }

  @Override
  public long bytesInFlight() {
    return pipeline.bytesInFlight();
  }

  @Override
  public long mostBytesInFlight() {
    return settings.limits().bytesInFlight();
  }

  @Override
  public long filed(Letters.Cause cause) {
    return insight.letters().filed(cause);
  }

  @Override
  public long noted() {
    return insight.noted();
  }

  @Override
  public long simplified() {
    return insight.simplified();
  }

  @Override
  public EnrichCounts enrichment() {
    return insight.enrichment();
  }
}
