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

  /** What was read is all here if nothing came for so long, which is more than a read takes. */
  static final Duration PAUSE = Duration.ofMillis(300);

  /** Of what came since a bulk left. */
  private int writes;

  private int joined;

  private boolean came;
  private long cameAt;
  private long leftAt;

  /**
   * One more is there.
   *
   * @param joins whether its document waited already, so that one write less is to be sent
   */
  void came(boolean joins) {
    came = true;
    writes++;
    joined += joins ? 1 : 0;
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
    writes = 0;
    joined = 0;
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
      if (!slot.write().fence().behind()) {
        return 0;
      }
      actions++;
      bytes += slot.write().weight();
      if (actions >= pace.actions() || bytes >= pace.bytes()) {
        return shrinks() ? Math.min(longest, pause) : 0;
      }
    }
    return Math.min(longest, pause);
  }

  /** Whether most of what comes makes no more to be written: then a full bulk gains by waiting. */
  private boolean shrinks() {
    return 2 * joined > writes;
  }
}
