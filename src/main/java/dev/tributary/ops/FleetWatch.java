package dev.tributary.ops;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the whole fleet now and then, on the daemon thread {@code fleet-watch}: what no worker
 * can know of itself, such as a shard that nobody reads. Whoever asks gets what was seen last, and
 * how long ago.
 */
public final class FleetWatch implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(FleetWatch.class);
  private static final Duration BETWEEN_LINES = Duration.ofMinutes(10);

  /** The workers share the looks: DynamoDB lists the shards of a stream ten times a second only. */
  static final Duration EACH = Duration.ofSeconds(15);

  static final Duration SELDOM = Duration.ofMinutes(1);

  /**
   * What was seen last.
   *
   * @param age since then, or since the start where nothing was seen yet
   * @param failure why the last look saw nothing
   */
  public record Sight(Optional<FleetStatus> status, Duration age, Optional<String> failure) {

    /** Whether several looks have failed. */
    public boolean old() {
      return age.compareTo(SELDOM.multipliedBy(3)) > 0;
    }
  }

  private final Supplier<FleetStatus> reader;
  private final LongSupplier nanoTime;
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile Optional<FleetStatus> seen = Optional.empty();
  private volatile Optional<String> failure = Optional.empty();
  private volatile long seenAt;
  private Long lastLine;

  FleetWatch(Supplier<FleetStatus> reader, LongSupplier nanoTime) {
    this.reader = reader;
    this.nanoTime = nanoTime;
    this.seenAt = nanoTime.getAsLong();
  }

  /**
   * @param reader throws what it likes where it cannot read
   */
  public static FleetWatch start(Supplier<FleetStatus> reader) {
    FleetWatch watch = new FleetWatch(reader, System::nanoTime);
    Thread thread = new Thread(watch::keepLooking, "fleet-watch");
    thread.setDaemon(true);
    thread.start();
    return watch;
  }

  private void keepLooking() {
    try {
      do {
        look();
      } while (!closed.await(pause().toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  void look() {
    try {
      FleetStatus status = reader.get();
      seen = Optional.of(status);
      seenAt = nanoTime.getAsLong();
      failure = Optional.empty();
    } catch (RuntimeException e) {
      failure = Optional.of(e.toString());
      long now = nanoTime.getAsLong();
      if (lastLine == null || now - lastLine >= BETWEEN_LINES.toNanos()) {
        lastLine = now;
        LOG.warn("The fleet could not be looked at, trying again: {}", e.toString());
      }
    }
  }

  /** The more workers there are, the more seldom each of them looks. */
  Duration pause() {
    int workers = seen.map(status -> Math.max(1, status.living().size())).orElse(1);
    Duration pause = EACH.multipliedBy(workers);
    return pause.compareTo(SELDOM) < 0 ? pause : SELDOM;
  }

  public Sight sight() {
    return new Sight(seen, Duration.ofNanos(nanoTime.getAsLong() - seenAt), failure);
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
