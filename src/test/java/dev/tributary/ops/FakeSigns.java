package dev.tributary.ops;

import dev.tributary.enrich.EnrichCounts;
import dev.tributary.index.Setback;
import dev.tributary.index.Tally;
import dev.tributary.index.Totals;
import dev.tributary.sync.Contact;
import dev.tributary.sync.Flow;
import dev.tributary.sync.Letters;
import dev.tributary.sync.Timings;
import dev.tributary.table.Holds.Hold;
import dev.tributary.table.ShardLag;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A worker that is well, until a test says otherwise. */
final class FakeSigns implements Signs, Figures {

  static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  boolean readerAlive = true;
  List<Motion> motions = List.of(new Motion("bulk-writer", true, Duration.ZERO));
  Contact.State openSearch = new Contact.State(Optional.empty(), Duration.ofSeconds(1));
  Contact.State stateTable = openSearch;
  Optional<Setback> setback = Optional.empty();
  List<Hold> holds = List.of();
  Map<String, String> waiting = Map.of();
  List<ShardLag> lags = List.of(lag("places/shard-1", 2, ShardLag.State.AT_THE_TIP, ""));
  FleetWatch.Sight fleet = sight(status(List.of(), List.of(), new Reasons(), new Reasons()));
  Totals totals = new Tally().totals();
  long bytesInFlight = 7;
  long filed = 3;
  final Map<String, Flow> flows =
      new HashMap<>(Map.of("places", new Flow(Timings.NONE, Clock.systemUTC(), System::nanoTime)));

  static ShardLag lag(String name, int seconds, ShardLag.State state, String why) {
    return new ShardLag(name, Optional.of(Duration.ofSeconds(seconds)), state, why, 5, 1);
  }

  static FleetWatch.Sight sight(FleetStatus status) {
    return new FleetWatch.Sight(Optional.of(status), Duration.ofSeconds(3), Optional.empty());
  }

  static FleetStatus status(
      List<ShardStatus> shards,
      List<FleetStatus.Section> sections,
      Reasons pending,
      Reasons letters) {
    return new FleetStatus(
        "places", NOW, List.of(), shards, List.of(), List.of(), pending, letters, sections,
        List.of());
  }

  @Override
  public boolean readerAlive() {
    return readerAlive;
  }

  @Override
  public List<Motion> motions() {
    return motions;
  }

  @Override
  public Contact.State openSearch() {
    return openSearch;
  }

  @Override
  public Contact.State stateTable() {
    return stateTable;
  }

  @Override
  public Optional<Setback> setback() {
    return setback;
  }

  @Override
  public List<Hold> holds() {
    return holds;
  }

  @Override
  public Map<String, String> waitingIndexes() {
    return waiting;
  }

  @Override
  public List<ShardLag> lags() {
    return lags;
  }

  @Override
  public FleetWatch.Sight fleet() {
    return fleet;
  }

  @Override
  public Map<String, Flow> flows() {
    return flows;
  }

  @Override
  public Totals totals() {
    return totals;
  }

  @Override
  public Map<String, Duration> checkpointAges() {
    return Map.of("places/shard-1", Duration.ofSeconds(4));
  }

  @Override
  public long bytesInFlight() {
    return bytesInFlight;
  }

  @Override
  public long mostBytesInFlight() {
    return 100;
  }

  @Override
  public long filed(Letters.Cause cause) {
    return filed;
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
