package dev.tributary.index;

import java.time.Duration;
import java.util.Collection;

/**
 * Lets changes gather before they leave, while the shards of all of them are behind: then a moment
 * more does no harm, a full bulk costs OpenSearch less than many small ones, and of a document that
 * changes all the time only the newest is written. Owned by {@link WriteQueue}.
 */
final class Gathering {

  /** How long after a bulk that left the next one may fill. */
  static final Duration LONGEST = Duration.ofSeconds(1);

  /** What was read is all here if nothing came for so long: perhaps there is no room for more. */
  static final Duration PAUSE = Duration.ofMillis(100);

  private boolean came;
  private long cameAt;
  private long leftAt;

  /** One more is there. */
  void came() {
    came = true;
  }

  /** What came, came until now. */
  void look(long now) {
    if (came) {
      came = false;
      cameAt = now;
    }
  }

  /** A bulk left. */
  void left(long now) {
    leftAt = now;
  }

  /**
   * How long what is ready should wait for more, in nanoseconds; nothing if it should leave.
   *
   * @param ready not more than one bulk takes is looked at
   */
  long wait(Collection<Slot> ready, Pace pace, long now) {
    long longest = leftAt + LONGEST.toNanos() - now;
    long pause = cameAt + PAUSE.toNanos() - now;
    if (longest <= 0 || pause <= 0) {
      return 0;
    }
    int actions = 0;
    long bytes = 0;
    for (Slot slot : ready) {
      actions++;
      bytes += slot.write().weight();
      if (actions >= pace.actions() || bytes >= pace.bytes() || !slot.write().fence().behind()) {
        return 0;
      }
    }
    return Math.min(longest, pause);
  }
}
