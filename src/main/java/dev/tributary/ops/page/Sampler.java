package dev.tributary.ops.page;

import dev.tributary.index.Totals;
import dev.tributary.ops.Buckets;
import dev.tributary.ops.Figures;
import dev.tributary.ops.Metrics;
import dev.tributary.ops.page.Sample.Series;
import dev.tributary.sync.Flow;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/** Turns what is counted since the start into what happened since the last look. One thread. */
final class Sampler {

  private final Figures figures;
  private final Supplier<Buckets> receivedToApplied;
  private final Supplier<Buckets> createdToApplied;
  private final int mostBulks;
  private Optional<Counted> last = Optional.empty();

  /** What was counted until a moment. */
  private record Counted(
      Instant at,
      long received,
      long finished,
      Totals totals,
      Buckets receivedToApplied,
      Buckets createdToApplied) {}

  /**
   * @param mostBulks how many may ever be under way at once
   */
  Sampler(
      Figures figures,
      Supplier<Buckets> receivedToApplied,
      Supplier<Buckets> createdToApplied,
      int mostBulks) {
    this.figures = figures;
    this.receivedToApplied = receivedToApplied;
    this.createdToApplied = createdToApplied;
    this.mostBulks = mostBulks;
  }

  static Sampler of(Figures figures, Metrics metrics, int mostBulks) {
    return new Sampler(figures, metrics::receivedToApplied, metrics::createdToApplied, mostBulks);
  }

  Sample take(Instant now) {
    Counted counted = count(now);
    Map<Series, Double> values = new EnumMap<>(Series.class);
    last.ifPresent(before -> rates(before, counted, values));
    last = Optional.of(counted);
    Map<String, Double> lags = lags();
    lags.values().stream()
        .max(Comparator.naturalOrder())
        .ifPresent(most -> values.put(Series.FLEET_LAG, most));
    values.put(
        Series.IN_FLIGHT,
        percent((double) figures.bytesInFlight(), (double) figures.mostBytesInFlight()));
    // Before the first bulk nobody has said what is allowed.
    int allowed = counted.totals().allowed().bulks();
    if (allowed > 0) {
      values.put(Series.PACE, percent(allowed, mostBulks));
    }
    return new Sample(now, values, lags);
  }

  private Counted count(Instant now) {
    long received = 0;
    long finished = 0;
    for (Flow flow : figures.flows().values()) {
      for (Flow.Kind kind : Flow.Kind.values()) {
        received += flow.changes(kind);
      }
      finished += flow.finished();
    }
    return new Counted(
        now, received, finished, figures.totals(), receivedToApplied.get(), createdToApplied.get());
  }

  private static void rates(Counted before, Counted now, Map<Series, Double> values) {
    double seconds = seconds(Duration.between(before.at(), now.at()));
    if (seconds <= 0) {
      return;
    }
    Totals was = before.totals();
    Totals is = now.totals();
    values.put(Series.RECEIVED, (now.received() - before.received()) / seconds);
    values.put(Series.FINISHED, (now.finished() - before.finished()) / seconds);
    values.put(Series.APPLIED, (is.applied() - was.applied()) / seconds);
    values.put(Series.STALE, (is.stale() - was.stale()) / seconds);
    values.put(Series.REJECTED, (is.rejected() - was.rejected()) / seconds);
    values.put(Series.PUT_OFF, (putOff(is) - putOff(was)) / seconds);
    Buckets received = now.receivedToApplied().since(before.receivedToApplied());
    put(Series.P50, received.percentile(0.5), values);
    put(Series.P99, received.percentile(0.99), values);
    Buckets created = now.createdToApplied().since(before.createdToApplied());
    put(Series.CREATED_P99, created.percentile(0.99), values);
  }

  private static long putOff(Totals totals) {
    return totals.putOff().values().stream().mapToLong(Long::longValue).sum();
  }

  private static void put(Series series, OptionalDouble value, Map<Series, Double> values) {
    value.ifPresent(known -> values.put(series, known));
  }

  /** Of all shards. What this worker knows of its own is newer than the look at the fleet. */
  private Map<String, Double> lags() {
    Map<String, Double> lags = new HashMap<>();
    figures.fleet().status().stream()
        .flatMap(status -> status.shards().stream())
        .forEach(shard -> shard.lag().ifPresent(lag -> lags.put(shard.name(), seconds(lag))));
    figures.lags().forEach(lag -> lag.lag().ifPresent(time -> lags.put(lag.name(), seconds(time))));
    return lags;
  }

  private static double percent(double part, double whole) {
    return whole <= 0 ? 0 : 100 * part / whole;
  }

  private static double seconds(Duration time) {
    return time.toMillis() / 1000.0;
  }
}
