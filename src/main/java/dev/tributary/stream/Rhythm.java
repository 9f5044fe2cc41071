package dev.tributary.stream;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import software.amazon.kinesis.retrieval.polling.SleepTimeController;
import software.amazon.kinesis.retrieval.polling.SleepTimeControllerConfig;

/**
 * When a shard is read again.
 *
 * <pre>
 *   a read brought many records ──► at once: there are probably more
 *   it brought some, or none    ──► a poll's time after it
 *   none for a minute           ──► four polls' time after it, at most a second
 *   it failed                   ──► two polls' time from now
 * </pre>
 *
 * <p>KCL has a thread for each shard, and asks from there: what is remembered is that thread's.
 */
final class Rhythm implements SleepTimeController {

  static final Duration QUIET_AFTER = Duration.ofMinutes(1);

  private static final int QUIETER = 4;
  private static final long QUIETEST_MILLIS = 1000;

  private final InstantSource clock;

  /** Not static: another Rhythm, of a replay, has threads of its own. */
  @SuppressWarnings("ThreadLocalUsage")
  private final ThreadLocal<Instant> emptySince = new ThreadLocal<>();

  Rhythm(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public long getSleepTimeMillis(SleepTimeControllerConfig last) {
    long poll = last.idleMillisBetweenCalls();
    if (last.lastSuccessfulCall() == null || last.lastRecordsCount() == null) {
      return 2 * poll;
    }
    if (last.lastRecordsCount() > 0) {
      emptySince.remove();
    } else if (emptySince.get() == null) {
      emptySince.set(last.lastSuccessfulCall());
    }
    if (last.lastRecordsCount() >= ShardConsumer.MANY) {
      // DynamoDB has no published bound on reads of a shard; where it throttles, a read fails, and
      // the next one waits.
      return 0;
    }
    long pause = quiet(last.lastSuccessfulCall()) ? quieter(poll) : poll;
    Duration passed = Duration.between(last.lastSuccessfulCall(), clock.instant());
    // A clock that went back must not make it wait longer.
    return Math.min(pause, Math.max(0, pause - passed.toMillis()));
  }

  private boolean quiet(Instant now) {
    Instant since = emptySince.get();
    return since != null && Duration.between(since, now).compareTo(QUIET_AFTER) >= 0;
  }

  private static long quieter(long poll) {
    return Math.max(poll, Math.min(QUIETER * poll, QUIETEST_MILLIS));
  }
}
