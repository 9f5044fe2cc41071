package dev.tributary.stream;

import dev.tributary.config.Settings;
import java.time.Duration;

/**
 * KCL's many intervals, all derived from two: how soon a dead worker's shards go to another, and
 * how often a shard is read.
 *
 * <p>After a leading worker dies, its leadership lapses first, and only then does the new leader
 * begin to watch the leases: the two times add up. With the failover time F and the parts below
 * that is at most about F (leadership) + F/3 (noticing it) + F (leases) + F/4 (assigning) + F/40
 * (finding): under 30 s for F = 10 s.
 */
record Pace(Duration failover, Duration poll) {

  static Pace of(Settings.Worker worker) {
    return new Pace(worker.failover(), worker.poll());
  }

  long failoverMillis() {
    return failover.toMillis();
  }

  long pollMillis() {
    return poll.toMillis();
  }

  /** How often the leader hands out shards that nobody holds. */
  long assignmentMillis() {
    return atLeast(200, failoverMillis() / 4);
  }

  /** How often a worker looks for shards that were given to it. */
  long findingMillis() {
    return clamp(failoverMillis() / 40, 200, 1000);
  }

  /** How long a leader that shows no life stays leader. */
  long leadershipMillis() {
    return atLeast(3000, failoverMillis());
  }

  /** How often the leader shows life, and the others look. */
  long leaderHeartbeatMillis() {
    return leadershipMillis() / 3;
  }

  /**
   * How often a worker reports how busy it is. One whose report is older than twice this counts as
   * dead; reports carry whole seconds, so below 3 s a living one would count as dead too.
   */
  long workerReportMillis() {
    return atLeast(3000, failoverMillis() / 3);
  }

  /** How often the scheduler looks what its shards need next. */
  long dispatchMillis() {
    return clamp(failoverMillis() / 100, 50, 200);
  }

  /** How often a shard whose parent is not finished looks again. */
  long parentPollMillis() {
    return clamp(failoverMillis() / 10, 100, 1000);
  }

  long taskBackoffMillis() {
    return clamp(failoverMillis() / 20, 50, 500);
  }

  long initializationBackoffMillis() {
    return clamp(failoverMillis() / 10, 100, 1000);
  }

  /** How often the tables are asked whether their streams are still the same. */
  long streamLookMillis() {
    return clamp(failoverMillis() * 6, 10_000, 120_000);
  }

  private static long atLeast(long least, long value) {
    return Math.max(least, value);
  }

  private static long clamp(long value, long least, long most) {
    return Math.min(most, Math.max(least, value));
  }
}
