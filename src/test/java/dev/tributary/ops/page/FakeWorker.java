package dev.tributary.ops.page;

import dev.tributary.enrich.EnrichCounts;
import dev.tributary.index.Setback;
import dev.tributary.index.Tally;
import dev.tributary.index.Totals;
import dev.tributary.ops.Figures;
import dev.tributary.ops.FleetFixtures;
import dev.tributary.ops.FleetWatch;
import dev.tributary.ops.Signs;
import dev.tributary.sync.Contact;
import dev.tributary.sync.Flow;
import dev.tributary.sync.Letters;
import dev.tributary.sync.Timings;
import dev.tributary.table.Holds.Hold;
import dev.tributary.table.ShardLag;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A worker that is well and has nothing to do, until a test says otherwise. */
final class FakeWorker implements Signs, Figures {

  volatile FleetFixtures fleet = FleetFixtures.well();
  volatile Contact.State openSearch = new Contact.State(Optional.empty(), Duration.ofSeconds(1));
  volatile Optional<Setback> setback = Optional.empty();
  final Tally tally = new Tally();
  volatile long bytesInFlight;
  final Flow flow = new Flow(Timings.NONE, Clock.systemUTC(), System::nanoTime);

  @Override
  public boolean readerAlive() {
    return true;
  }

  @Override
  public List<Motion> motions() {
    return List.of();
  }

  @Override
  public Contact.State openSearch() {
    return openSearch;
  }

  @Override
  public Contact.State stateTable() {
    return new Contact.State(Optional.empty(), Duration.ofSeconds(1));
  }

  @Override
  public Optional<Setback> setback() {
    return setback;
  }

  @Override
  public List<Hold> holds() {
    return fleet.holds;
  }

  @Override
  public Map<String, String> waitingIndexes() {
    return Map.of();
  }

  @Override
  public List<ShardLag> lags() {
    return List.copyOf(fleet.lags);
  }

  @Override
  public FleetWatch.Sight fleet() {
    return fleet.sight();
  }

  @Override
  public Map<String, Flow> flows() {
    return Map.of("places", flow);
  }

  @Override
  public Totals totals() {
    return tally.totals();
  }

  @Override
  public Map<String, Duration> checkpointAges() {
    return Map.of();
  }

  @Override
  public long bytesInFlight() {
    return bytesInFlight;
  }

  @Override
  public long mostBytesInFlight() {
    return 64_000_000;
  }

  @Override
  public long filed(Letters.Cause cause) {
    return 0;
  }

  @Override
  public long noted() {
    return 0;
  }

  @Override
  public long simplified() {
    return 0;
  }

  @Override
  public EnrichCounts enrichment() {
    return new EnrichCounts();
  }
}
