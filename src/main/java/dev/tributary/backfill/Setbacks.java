package dev.tributary.backfill;

import dev.tributary.table.Backfills;
import dev.tributary.table.Backfills.Job;
import dev.tributary.table.Backfills.Part;
import dev.tributary.table.Backfills.Trouble;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Parts that failed: each is left alone for a while, longer each time, and its entry says why it
 * does not go on, for people and for the command that waits. What its worker had in hand is still
 * to be made good, so the entry keeps saying since when. Thread-safe.
 */
final class Setbacks {

  private static final Logger LOG = LoggerFactory.getLogger(Setbacks.class);

  private static final Duration FIRST_REST = Duration.ofSeconds(1);

  /** A minute or so: what a person mends is then soon gone on with. */
  private static final int MOST_DOUBLINGS = 6;

  private static final int LONGEST_REASON = 1_000;

  private final Backfills backfills;
  private final Clock clock;
  private final LongSupplier nanoTime;
  private final Map<String, Integer> times = new ConcurrentHashMap<>();

  /** Until when parts are left alone, by the monotonic clock. */
  private final Map<String, Long> resting = new ConcurrentHashMap<>();

  Setbacks(Backfills backfills, Clock clock, LongSupplier nanoTime) {
    this.backfills = backfills;
    this.clock = clock;
    this.nanoTime = nanoTime;
  }

  /**
   * @return whether it is the first in a row
   */
  boolean failed(Job job, Part part, String reason) {
    int before = times.merge(name(job, part), 1, Integer::sum) - 1;
    rest(job, part, FIRST_REST.multipliedBy(1L << Math.min(before, MOST_DOUBLINGS)));
    tell(job, part, reason);
    return before == 0;
  }

  void rest(Job job, Part part, Duration rest) {
    resting.put(name(job, part), nanoTime.getAsLong() + rest.toNanos());
  }

  void tell(Job job, Part part, String reason) {
    String said = reason.substring(0, Math.min(reason.length(), LONGEST_REASON));
    try {
      backfills.tell(job.id(), part.name(), new Trouble(said, clock.instant()));
    } catch (RuntimeException e) {
      LOG.warn("That could not be stored: {}", e.toString());
    }
  }

  /** It was done, or came as far as it may. */
  void over(Job job, Part part) {
    times.remove(name(job, part));
    resting.remove(name(job, part));
  }

  boolean isResting(Job job, Part part) {
    Long until = resting.get(name(job, part));
    return until != null && until - nanoTime.getAsLong() > 0;
  }

  private static String name(Job job, Part part) {
    return job.id() + "#" + part.name();
  }
}
