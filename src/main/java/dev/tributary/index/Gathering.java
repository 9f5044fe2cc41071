package dev.tributary.index;

import java.time.Clock;
import java.time.Duration;
import java.util.Collection;

/**
 * Lets changes gather before they leave, while all of them are far behind: then a moment more does
 * no harm, a full bulk costs OpenSearch less than many small ones, and of a document that changes
 * all the time only the newest is written. Owned by {@link WriteQueue}.
 */
public final class Gathering {

  /** Who is not so far behind wants to be fresh. */
  public static final Duration FAR_BEHIND = Duration.ofSeconds(5);

  /** How long after a bulk that left the next one may fill. */
  static final Duration LONGEST = Duration.ofSeconds(1);

  /** What was read is all here if nothing came for so long: perhaps there is no room for more. */
  static final Duration PAUSE = Duration.ofMillis(100);

  private final Clock clock;
  private final Duration farBehind;
  private boolean came;
  private long cameAt;
  private long leftAt;

  /**
   * @param clock the one that dates the stream's records
   * @param farBehind from when on changes may gather
   */
  public Gathering(Clock clock, Duration farBehind) {
    this.clock = clock;
    this.farBehind = farBehind;
  }

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
    long created = clock.millis() - farBehind.toMillis();
    int actions = 0;
    long bytes = 0;
    for (Slot slot : ready) {
      actions++;
      bytes += slot.write().weight();
      if (actions >= pace.actions() || bytes >= pace.bytes() || !before(slot.write(), created)) {
        return 0;
      }
    }
    return Math.min(longest, pause);
  }

  private static boolean before(Write write, long millis) {
    return write.record().map(record -> record.createdAt().toEpochMilli() < millis).orElse(false);
  }
}
