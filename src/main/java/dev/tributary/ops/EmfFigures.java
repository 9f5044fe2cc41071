package dev.tributary.ops;

import dev.tributary.index.Setback;
import dev.tributary.index.Totals;
import dev.tributary.sync.Flow;
import dev.tributary.sync.Letters;
import dev.tributary.table.ShardLag;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What alarms need, and no more: each name is a metric that costs. Counts are those since the last
 * time, as CloudWatch adds them up. Until the worker reads, there is little to tell: that it
 * started, and is not ready. One thread at a time, but for {@link #read}.
 */
final class EmfFigures {

  private static final String COUNT = "Count";
  private static final String SECONDS = "Seconds";
  private static final String BYTES = "Bytes";

  /**
   * @param unit as CloudWatch names it
   */
  record Value(String name, String unit, double value) {
    static Value of(String name, String unit, long value) {
      return new Value(name, unit, (double) value);
    }
  }

  /**
   * @param table absent for the worker as a whole
   */
  record Group(Optional<String> table, List<Value> values) {}

  private final Health health;
  private final Map<String, Long> before = new HashMap<>();
  private volatile Optional<Figures> read = Optional.empty();
  private boolean started;

  EmfFigures(Health health) {
    this.health = health;
  }

  /** From now on there is something to count. */
  void read(Figures figures) {
    read = Optional.of(figures);
  }

  List<Group> next() {
    Optional<Figures> now = read;
    List<Value> whole = new ArrayList<>();
    now.ifPresent(figures -> counted(figures, whole));
    process(whole);
    List<Group> groups = new ArrayList<>();
    groups.add(new Group(Optional.empty(), whole));
    now.ifPresent(figures -> tables(figures, groups));
    return groups;
  }

  private void tables(Figures figures, List<Group> groups) {
    figures.flows().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(
            entry ->
                groups.add(
                    new Group(
                        Optional.of(entry.getKey()),
                        of(figures, entry.getKey(), entry.getValue()))));
  }

  private void counted(Figures figures, List<Value> values) {
    FleetWatch.Sight fleet = figures.fleet();
    Duration here = worst(figures.lags().stream());
    Duration seen = fleet.status().flatMap(FleetStatus::lag).orElse(Duration.ZERO);
    values.add(seconds("MaxLag", here.compareTo(seen) > 0 ? here : seen));
    values.add(seconds("FleetLookAge", fleet.age()));
    fleet.status().ifPresent(status -> add(values, status));
    writes(figures.totals(), values);
    long filed = Stream.of(Letters.Cause.values()).mapToLong(figures::filed).sum();
    values.add(since("DeadLettersFiled", filed));
    values.add(Value.of("BytesInFlight", BYTES, figures.bytesInFlight()));
    values.add(
        seconds(
            "CheckpointAge",
            figures.checkpointAges().values().stream()
                .max(Duration::compareTo)
                .orElse(Duration.ZERO)));
  }

  private void process(List<Value> values) {
    MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    values.add(Value.of("HeapUsed", BYTES, heap.getUsed()));
    values.add(Value.of("HeapMax", BYTES, heap.getMax()));
    values.add(Value.of("NotReady", COUNT, health.report().ready() ? 0 : 1));
    // Workers that start again and again add up.
    values.add(Value.of("Starts", COUNT, started ? 0 : 1));
    started = true;
  }

  private static void add(List<Value> values, FleetStatus status) {
    values.add(Value.of("UnleasedShards", COUNT, FleetFigures.unleased(status)));
    values.add(Value.of("DeadLetters", COUNT, status.letters().count()));
    values.add(Value.of("Gaps", COUNT, status.gaps().size()));
    values.add(Value.of("Pending", COUNT, status.pending().count()));
    values.add(Value.of("Held", COUNT, status.holds().size()));
    values.add(new Value("VerifyDifferences", COUNT, FleetFigures.differences(status)));
  }

  private void writes(Totals totals, List<Value> values) {
    values.add(since("Applied", totals.applied()));
    values.add(since("Stale", totals.stale()));
    values.add(since("Rejected", totals.rejected()));
    values.add(since("Fenced", totals.fenced()));
    values.add(since("Coalesced", totals.coalesced()));
    long retries = Stream.of(Setback.values()).mapToLong(totals::putOff).sum();
    values.add(since("Retries", retries));
  }

  private List<Value> of(Figures figures, String table, Flow flow) {
    long changes = Stream.of(Flow.Kind.values()).mapToLong(flow::changes).sum();
    return List.of(
        seconds(
            "MaxLag",
            worst(figures.lags().stream().filter(lag -> lag.name().startsWith(table + "/")))),
        Value.of("Changes", COUNT, delta(table + "/changes", changes)),
        Value.of("Finished", COUNT, delta(table + "/finished", flow.finished())));
  }

  private static Duration worst(Stream<ShardLag> lags) {
    return lags.flatMap(lag -> lag.lag().stream()).max(Duration::compareTo).orElse(Duration.ZERO);
  }

  private static Value seconds(String name, Duration time) {
    return new Value(name, SECONDS, ShardGauges.seconds(time));
  }

  private Value since(String name, long total) {
    return Value.of(name, COUNT, delta(name, total));
  }

  private long delta(String name, long total) {
    Long last = before.put(name, total);
    return last == null ? total : total - last;
  }
}
