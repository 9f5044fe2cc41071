package dev.tributary.ops;

import dev.tributary.sync.Timings;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.CountAtBucket;
import io.micrometer.core.instrument.distribution.HistogramSnapshot;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** How long things take, in buckets that never change: so figures of several workers add up. */
final class Histograms implements Timings {

  private final Timer received;
  private final Timer created;
  private final Timer bulk;
  private final DistributionSummary bulkActions;
  private final DistributionSummary bulkBytes;

  Histograms(MeterRegistry registry) {
    this.received =
        timer(
            "tributary.received.to.applied",
            millis(5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000, 60_000, 300_000),
            registry);
    // DynamoDB dates records to the second, so nothing finer can be known.
    this.created =
        timer(
            "tributary.created.to.applied",
            millis(
                1000,
                2000,
                5000,
                10_000,
                30_000,
                60_000,
                300_000,
                900_000,
                3_600_000,
                14_400_000,
                43_200_000,
                86_400_000),
            registry);
    this.bulk =
        timer(
            "tributary.bulk",
            millis(5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000, 120_000),
            registry);
    this.bulkActions =
        DistributionSummary.builder("tributary.bulk.actions")
            .serviceLevelObjectives(1, 10, 50, 100, 250, 500, 1000, 5000, 100_000)
            .register(registry);
    this.bulkBytes =
        DistributionSummary.builder("tributary.bulk.size")
            .baseUnit("bytes")
            .serviceLevelObjectives(
                1 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20, 16 << 20, 64 << 20)
            .register(registry);
  }

  private static Timer timer(String name, Duration[] buckets, MeterRegistry registry) {
    return Timer.builder(name).serviceLevelObjectives(buckets).register(registry);
  }

  private static Duration[] millis(long... buckets) {
    return LongStream.of(buckets).mapToObj(Duration::ofMillis).toArray(Duration[]::new);
  }

  Buckets receivedToApplied() {
    return buckets(received);
  }

  Buckets createdToApplied() {
    return buckets(created);
  }

  private static Buckets buckets(Timer timer) {
    HistogramSnapshot snapshot = timer.takeSnapshot();
    CountAtBucket[] counts = snapshot.histogramCounts();
    // What is beyond the last bucket is in the count of all only.
    double[] bounds = Arrays.copyOf(bounds(counts), counts.length + 1);
    bounds[counts.length] = Double.POSITIVE_INFINITY;
    long[] sums = Arrays.copyOf(sums(counts), counts.length + 1);
    sums[counts.length] = Math.max(snapshot.count(), sums[Math.max(0, counts.length - 1)]);
    return new Buckets(bounds, sums);
  }

  private static double[] bounds(CountAtBucket[] counts) {
    return Stream.of(counts).mapToDouble(count -> count.bucket(TimeUnit.MILLISECONDS)).toArray();
  }

  private static long[] sums(CountAtBucket[] counts) {
    return Stream.of(counts).mapToLong(count -> (long) count.count()).toArray();
  }

  @Override
  public void finished(long nanosSinceReceived, long millisSinceCreated) {
    received.record(nanosSinceReceived, TimeUnit.NANOSECONDS);
    created.record(millisSinceCreated, TimeUnit.MILLISECONDS);
  }

  @Override
  public void bulk(int actions, long bytes, long nanos) {
    bulk.record(nanos, TimeUnit.NANOSECONDS);
    bulkActions.record(actions);
    bulkBytes.record((double) bytes);
  }
}
