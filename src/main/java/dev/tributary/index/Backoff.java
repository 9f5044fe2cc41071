package dev.tributary.index;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** How long to wait before trying again: doubling to a bound, with jitter, without end. */
final class Backoff {

  private final Duration first;
  private final Duration most;
  private final RandomGenerator random;

  Backoff(Duration first, Duration most, RandomGenerator random) {
    this.first = first;
    this.most = most;
    this.random = random;
  }

  static Backoff standard(RandomGenerator random) {
    return new Backoff(Duration.ofMillis(100), Duration.ofSeconds(5), random);
  }

  /** Between half and the whole of the doubled time. */
  Duration after(int failures) {
    int doublings = Math.min(Math.max(failures - 1, 0), 30);
    long full = Math.min(first.toNanos() << Math.min(doublings, 20), most.toNanos());
    return Duration.ofNanos(full / 2 + random.nextLong(full / 2 + 1));
  }
}
