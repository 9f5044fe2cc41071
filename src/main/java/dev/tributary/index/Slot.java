package dev.tributary.index;

/**
 * The writes of one document in one generation: the group under way and the group that waits behind
 * it. A slot lives while there are any. Owned by {@link WriteQueue}.
 */
final class Slot {

  private final Write.Place place;
  private Group current;
  private Group waiting;
  private int failures;
  private boolean underWay;
  private boolean slow;

  Slot(Write.Place place, Write first) {
    this.place = place;
    this.current = new Group(first);
  }

  Write.Place place() {
    return place;
  }

  Generation generation() {
    return place.generation();
  }

  /** What to send. */
  Write write() {
    return current.newest();
  }

  int failures() {
    return failures;
  }

  /** How many writes end with the one to be sent, without being sent. */
  int replaced() {
    return current.size() - 1;
  }

  /** Whether it took too long, though it was alone in its bulk. */
  boolean slow() {
    return slow;
  }

  /** Takes one more write: into what is not yet sent, else behind it. */
  void add(Write write) {
    if (!underWay) {
      current = current.with(write);
    } else if (waiting == null) {
      waiting = new Group(write);
    } else {
      waiting = waiting.with(write);
    }
  }

  void sent() {
    underWay = true;
  }

  /** It has to be sent again; what came meanwhile joins it. */
  void failed() {
    failures++;
    underWay = false;
    mergeWaiting();
  }

  /** Alone, it was not answered in time: the next time it may take longer. */
  void tookTooLong() {
    slow = true;
  }

  /** It goes back unsent, for no fault of its own. */
  void unsent() {
    underWay = false;
    mergeWaiting();
  }

  /**
   * The group under way is done.
   *
   * @return whether another group waited, and is now to be sent
   */
  boolean finish(Outcome outcome) {
    Group finished = current;
    current = waiting;
    waiting = null;
    failures = 0;
    underWay = false;
    slow = false;
    finished.finish(outcome);
    return current != null;
  }

  /**
   * Drops the writes whose shard is no longer ours, and leaves the newest of the others to be sent.
   *
   * @return whether anything is left
   */
  boolean keepHeld(Fences fences) {
    current = current.held(fences).orElse(null);
    return current != null;
  }

  private void mergeWaiting() {
    if (waiting != null) {
      current = current.with(waiting);
      waiting = null;
    }
  }
}
