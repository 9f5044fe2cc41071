package dev.tributary.index;

import java.util.ArrayList;
import java.util.List;

/**
 * The writes of one document in one generation: the group under way and the group that waits behind
 * it. A slot lives while there are any. Owned by {@link WriteQueue}.
 */
final class Slot {

  /** The newest of some writes of a document, and those that it made needless. */
  static final class Group {
    private Write newest;

    /** Few documents have any. */
    private List<Write> replaced = List.of();

    Group(Write first) {
      this.newest = first;
    }

    Write newest() {
      return newest;
    }

    void add(Write write) {
      if (write.replaces(newest)) {
        replaces(newest);
        newest = write;
      } else {
        replaces(write);
      }
    }

    void addAll(Group other) {
      add(other.newest);
      other.replaced.forEach(this::replaces);
    }

    private void replaces(Write needless) {
      replaced = replaced.isEmpty() ? new ArrayList<>() : replaced;
      replaced.add(needless);
    }

    /** Only the newest is to blame if it was rejected: the others were never looked at. */
    void finish(Outcome outcome) {
      newest.finish(outcome);
      Outcome others = outcome instanceof Outcome.Rejected ? Outcome.REPLACED : outcome;
      replaced.forEach(write -> write.finish(others));
    }
  }

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
    return current.replaced.size();
  }

  /** Whether it took too long, though it was alone in its bulk. */
  boolean slow() {
    return slow;
  }

  /** Takes one more write: into what is not yet sent, else behind it. */
  void add(Write write) {
    if (!underWay) {
      current.add(write);
    } else if (waiting == null) {
      waiting = new Group(write);
    } else {
      waiting.add(write);
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
    if (fences.held(current.newest) && current.replaced.isEmpty()) {
      return true;
    }
    List<Write> all = new ArrayList<>(current.replaced);
    all.add(current.newest);
    Group held = null;
    for (Write write : all) {
      if (!fences.held(write)) {
        fences.drop(write);
      } else if (held == null) {
        held = new Group(write);
      } else {
        held.add(write);
      }
    }
    current = held;
    return held != null;
  }

  private void mergeWaiting() {
    if (waiting != null) {
      current.addAll(waiting);
      waiting = null;
    }
  }
}
