package dev.tributary.ops;

import dev.tributary.config.Settings;
import dev.tributary.table.Heartbeats;
import dev.tributary.table.Heartbeats.Beat;
import dev.tributary.table.ShardLag;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the state table every few seconds how this worker is doing, on the daemon thread {@code
 * heartbeat}. Nothing depends on it: what cannot be told now is told the next time.
 */
public final class Heart {

  private static final Logger LOG = LoggerFactory.getLogger(Heart.class);
  private static final Duration SLOWEST = Duration.ofSeconds(5);
  private static final Duration QUICKEST = Duration.ofSeconds(1);
  private static final Duration BETWEEN_LINES = Duration.ofMinutes(1);

  /** What a stop waits for, since a process that ends is no place to be patient. */
  private static final Duration FAREWELL = Duration.ofSeconds(2);

  /** Keeps the entries. What could not be done throws. */
  interface Store {
    void store(Beat beat);

    void remove(String worker, Instant startedAt);

    static Store of(Heartbeats heartbeats) {
      return new Store() {
        @Override
        public void store(Beat beat) {
          heartbeats.store(beat);
        }

        @Override
        public void remove(String worker, Instant startedAt) {
          heartbeats.remove(worker, startedAt);
        }
      };
    }
  }

  /** How the worker is doing at this moment. */
  public interface Vitals {
    /** How far behind each shard is, in any order. */
    List<ShardLag> lags();

    /** What keeps the worker from writing. */
    Optional<String> trouble();

    /** How many bytes are read and not yet written. */
    long bytesInFlight();
  }

  private final Store store;
  private final String worker;
  private final Duration every;
  private final Supplier<Map<String, String>> writesTo;
  private final Map<String, String> rules;
  private final Vitals vitals;
  private final Clock clock;
  private final LongSupplier nanoTime;
  private final Instant startedAt;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Thread thread = new Thread(this::keepBeating, "heartbeat");
  private volatile boolean leaves;
  private Long lastLine;

  Heart(
      Store store,
      Settings.Worker worker,
      Supplier<Map<String, String>> writesTo,
      Map<String, String> rules,
      Vitals vitals,
      Clock clock,
      LongSupplier nanoTime) {
    this.store = store;
    this.worker = worker.id();
    this.every = every(worker.failover());
    this.writesTo = writesTo;
    this.rules = rules;
    this.vitals = vitals;
    this.clock = clock;
    this.nanoTime = nanoTime;
    this.startedAt = clock.instant();
    thread.setDaemon(true);
  }

  /**
   * @param writesTo each index of the config with the generation that this worker writes to
   * @param rules the digest of this config's rules, by index
   * @param clock DynamoDB's
   */
  public static Heart start(
      Heartbeats heartbeats,
      Settings.Worker worker,
      Supplier<Map<String, String>> writesTo,
      Map<String, String> rules,
      Vitals vitals,
      Clock clock) {
    Heart heart =
        new Heart(Store.of(heartbeats), worker, writesTo, rules, vitals, clock, System::nanoTime);
    heart.thread.start();
    return heart;
  }

  /** Twice within the time in which a worker that died is replaced. */
  static Duration every(Duration failover) {
    Duration half = failover.dividedBy(2);
    if (half.compareTo(SLOWEST) > 0) {
      return SLOWEST;
    }
    return half.compareTo(QUICKEST) < 0 ? QUICKEST : half;
  }

  private void keepBeating() {
    try {
      do {
        beat();
      } while (!stopped.await(every.toMillis(), TimeUnit.MILLISECONDS));
      if (leaves) {
        store.remove(worker, startedAt);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.debug("The entry of this worker could not be removed, and expires", e);
    }
  }

  void beat() {
    try {
      store.store(
          new Beat(
              worker,
              startedAt,
              clock.instant(),
              every,
              writesTo.get(),
              rules,
              vitals.lags().stream().sorted(MOST_BEHIND_FIRST).toList(),
              vitals.trouble(),
              vitals.bytesInFlight()));
    } catch (RuntimeException e) {
      long now = nanoTime.getAsLong();
      if (lastLine == null || now - lastLine >= BETWEEN_LINES.toNanos()) {
        lastLine = now;
        LOG.warn("The heartbeat could not be stored, trying again: {}", e.toString());
      }
    }
  }

  private static final Comparator<ShardLag> MOST_BEHIND_FIRST =
      Comparator.comparing((ShardLag lag) -> lag.lag().orElse(Duration.ZERO))
          .reversed()
          .thenComparing(ShardLag::name);

  /**
   * Ends it.
   *
   * @param clean whether the worker stopped in good order: then it is no longer listed
   */
  public void stop(boolean clean) {
    leaves = clean;
    stopped.countDown();
    try {
      thread.join(FAREWELL.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
