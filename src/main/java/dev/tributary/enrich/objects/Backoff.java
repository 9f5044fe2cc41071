package dev.tributary.enrich.objects;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** How long to wait before the next attempt: doubling to a bound, with jitter. Thread-safe. */
final class Backoff {
  private static final Duration FIRST = Duration.ofMillis(100);
  private static final Duration MOST = Duration.ofSeconds(2);

  private final RandomGenerator random;

  Backoff(RandomGenerator random) {
    this.random = random;
  }

  /** Between half and the whole of the doubled time. */
  synchronized Duration after(int failures) {
    int doublings = Math.min(Math.max(failures - 1, 0), 20);
    long full = Math.min(FIRST.toNanos() << doublings, MOST.toNanos());
    return Duration.ofNanos(full / 2 + random.nextLong(full / 2 + 1));
  }
}
