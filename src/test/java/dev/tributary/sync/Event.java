package dev.tributary.sync;

/** What may happen in a {@link World}, and how often compared with the others. */
enum Event {
  WRITE(20, false),
  DELIVER(30, false),
  TURN(30, false),
  NETWORK(50, false),
  WORK(30, false),
  CHECKPOINT(10, false),
  RENEW(14, false),
  TAKE(20, false),
  LOOK(5, false),
  WAKE(12, false),
  TIME(4, true),
  START(4, true),
  CRASH(2, true),
  PAUSE(2, true),
  RESTART(2, true),
  ROLL(2, true),
  STEAL(2, true),
  HOLD(2, true),
  RELEASE(3, false),
  /** Only where a backfill runs. */
  PAGE(0, false);

  private final int weight;
  private final boolean trouble;

  Event(int weight, boolean trouble) {
    this.weight = weight;
    this.trouble = trouble;
  }

  int weight() {
    return weight;
  }

  /** Whether a world may do without it, or have much of it. */
  boolean trouble() {
    return trouble;
  }
}
