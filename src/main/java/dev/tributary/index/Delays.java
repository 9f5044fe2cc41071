package dev.tributary.index;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * When something may be tried again: single documents each in its time, and nothing at all for a
 * while after OpenSearch turned a whole bulk away. Owned by {@link WriteQueue}.
 */
final class Delays {

  private record Delayed(Slot slot, long due) {}

  private final Backoff backoff;
  private final PriorityQueue<Delayed> delayed =
      new PriorityQueue<>(Comparator.comparingLong(Delayed::due));
  private int timesTurnedAway;
  private long quietUntil;

  Delays(Backoff backoff) {
    this.backoff = backoff;
  }

  /** All of them until the same moment, so that they leave as one bulk again. */
  void delay(List<Slot> slots, long now) {
    int failures = slots.stream().mapToInt(Slot::failures).max().orElse(1);
    long due = now + backoff.after(failures).toNanos();
    slots.forEach(slot -> delayed.add(new Delayed(slot, due)));
  }

  boolean anyDue(long now) {
    return !delayed.isEmpty() && delayed.peek().due() - now <= 0;
  }

  Slot next() {
    return delayed.remove().slot();
  }

  /** OpenSearch takes nothing: it is left in peace, the longer the more often it said so. */
  void turnedAway(long now) {
    timesTurnedAway++;
    quietUntil = now + backoff.after(timesTurnedAway).toNanos();
  }

  void answered() {
    timesTurnedAway = 0;
  }

  boolean quiet(long now) {
    return timesTurnedAway > 0 && quietUntil - now > 0;
  }

  /**
   * @param more whether something waits that is not delayed itself
   * @return how long nothing can be sent; or {@link Long#MAX_VALUE}
   */
  long left(long now, boolean more) {
    long due = delayed.isEmpty() ? Long.MAX_VALUE : Math.max(0, delayed.peek().due() - now);
    return quiet(now) ? Math.max(quietUntil - now, more ? 0 : due) : due;
  }
}
