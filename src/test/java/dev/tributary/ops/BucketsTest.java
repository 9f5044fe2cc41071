package dev.tributary.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class BucketsTest {

  private static Buckets buckets(long... counts) {
    return new Buckets(new double[] {10, 100, 1000, Double.POSITIVE_INFINITY}, counts);
  }

  @Test
  void whereNothingWasCountedNothingIsKnown() {
    assertThat(buckets(0, 0, 0, 0).percentile(0.5)).isEmpty();
  }

  @Test
  void aPercentileLiesWithinItsBucket() {
    Buckets all = buckets(50, 100, 100, 100);
    assertThat(all.percentile(0.5).orElseThrow()).isEqualTo(10);
    assertThat(all.percentile(0.75).orElseThrow()).isEqualTo(55);
    assertThat(all.percentile(1).orElseThrow()).isEqualTo(100);
  }

  @Test
  void anEmptyBucketIsPassedOver() {
    assertThat(buckets(0, 0, 4, 4).percentile(0.5).orElseThrow()).isEqualTo(550);
  }

  @Test
  void whatIsBeyondAllBoundsIsToldAsTheLast() {
    assertThat(buckets(0, 0, 0, 3).percentile(0.99).orElseThrow()).isEqualTo(1000);
  }

  @Test
  void onlyWhatCameSinceCounts() {
    Buckets since = buckets(50, 60, 60, 60).since(buckets(50, 50, 50, 50));
    assertThat(since.count()).isEqualTo(10);
    assertThat(since.percentile(0.5).orElseThrow()).isEqualTo(55);
  }

  /** What Micrometer keeps is read as it is meant: ascending, in milliseconds, all of it. */
  @Test
  void theMetersOfAWorkerCanBeRead() {
    Histograms histograms = new Histograms(new PrometheusMeterRegistry(PrometheusConfig.DEFAULT));
    for (int i = 0; i < 100; i++) {
      histograms.finished(Duration.ofMillis(i < 98 ? 40 : 700).toNanos(), 1500);
    }
    histograms.finished(Duration.ofHours(1).toNanos(), Duration.ofDays(2).toMillis());
    Buckets received = histograms.receivedToApplied();
    assertThat(received.count()).isEqualTo(101);
    assertThat(received.percentile(0.5).orElseThrow()).isBetween(25.0, 50.0);
    assertThat(received.percentile(0.985).orElseThrow()).isBetween(500.0, 1000.0);
    assertThat(received.percentile(1).orElseThrow()).isCloseTo(300_000, within(1.0));
    assertThat(histograms.createdToApplied().percentile(0.5).orElseThrow())
        .isBetween(1000.0, 2000.0);
  }
}
