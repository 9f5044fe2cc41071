package dev.tributary.sync;

import dev.tributary.change.SequenceNumber;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * The changes of one shard that are under way. They finish in any order; the checkpoint moves over
 * the finished prefix only. The shard's reader adds, the writer's thread finishes, and the
 * checkpoint thread asks how far it is.
 *
 * <pre>
 *   open ── close() ──► closed: takes nothing more, still finishes and checkpoints
 *     │                    │
 *     └────── drop() ──────┴──► dropped: the shard is another's, nothing of it counts any more
 * </pre>
 */
final class Window {

  /** How long a waiting thread may take to notice that it should wait no longer. */
  private static final long NOTICE_MILLIS = 100;

  /**
   * So many changes may be taken and not yet checkpointed. Those behind one that does not end take
   * no room of the writer's, once they are written; but each has its place, and would be read again
   * after a restart.
   */
  static final int MOST_PLACES = 100_000;

  /** One change's place; finished when all its actions are. */
  static final class Place {
    private final SequenceNumber sequenceNumber;
    private final Instant createdAt;
    private int unfinished;

    private Place(SequenceNumber sequenceNumber, Instant createdAt, int actions) {
      this.sequenceNumber = sequenceNumber;
      this.createdAt = createdAt;
      this.unfinished = actions;
    }
  }

  /**
   * How it stands at one moment.
   *
   * @param oldest when the oldest change was made that is not finished
   * @param depth changes that are not finished, and those behind them
   * @param moved how many changes the finished prefix has passed since the start
   */
  record Look(Optional<Instant> oldest, int depth, long moved) {}

  private enum State {
    OPEN,
    CLOSED,
    DROPPED
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition emptied = lock.newCondition();
  private final Condition shrunk = lock.newCondition();
  private final Deque<Place> places = new ArrayDeque<>();

  /** Changed under the lock, and looked at without it: it is asked for every change. */
  private volatile State state = State.OPEN;

  private boolean turnedAway;
  private int unfinished;
  private long moved;
  private SequenceNumber finished;
  private SequenceNumber stored;

  /** Adds a change with this many actions; nothing if the window takes none any more. */
  Optional<Place> add(SequenceNumber sequenceNumber, Instant createdAt, int actions) {
    lock.lock();
    try {
      if (state != State.OPEN) {
        turnedAway = true;
        return Optional.empty();
      }
      Place place = new Place(sequenceNumber, createdAt, actions);
      places.add(place);
      unfinished += actions;
      advance();
      return Optional.of(place);
    } finally {
      lock.unlock();
    }
  }

  /**
   * One of the place's actions is finished.
   *
   * @return whether it was the last one, and the shard is still this worker's
   */
  boolean finish(Place place) {
    lock.lock();
    try {
      place.unfinished--;
      unfinished--;
      advance();
      return place.unfinished == 0 && state != State.DROPPED;
    } finally {
      lock.unlock();
    }
  }

  /** A change was not taken: so none behind it may be, and a restart must bring it again. */
  void turnAway() {
    lock.lock();
    try {
      turnedAway = true;
      close();
    } finally {
      lock.unlock();
    }
  }

  /** Takes nothing more. */
  void close() {
    lock.lock();
    try {
      if (state == State.OPEN) {
        state = State.CLOSED;
      }
    } finally {
      lock.unlock();
    }
  }

  void drop() {
    lock.lock();
    try {
      state = State.DROPPED;
      emptied.signalAll();
    } finally {
      lock.unlock();
    }
  }

  boolean open() {
    return state == State.OPEN;
  }

  /** Whether everything taken is finished. */
  boolean empty() {
    lock.lock();
    try {
      return places.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** How many actions of all changes are not finished. */
  int unfinished() {
    lock.lock();
    try {
      return unfinished;
    } finally {
      lock.unlock();
    }
  }

  Look look() {
    lock.lock();
    try {
      return new Look(
          Optional.ofNullable(places.peek()).map(place -> place.createdAt), places.size(), moved);
    } finally {
      lock.unlock();
    }
  }

  boolean dropped() {
    return state == State.DROPPED;
  }

  /** The end of the finished prefix, if it is beyond what was stored. */
  Optional<SequenceNumber> toCheckpoint() {
    lock.lock();
    try {
      boolean moved = finished != null && !finished.equals(stored);
      return moved && state != State.DROPPED ? Optional.of(finished) : Optional.empty();
    } finally {
      lock.unlock();
    }
  }

  void stored(SequenceNumber checkpoint) {
    lock.lock();
    try {
      stored = checkpoint;
    } finally {
      lock.unlock();
    }
  }

  /** Whether changes were turned away, so that the shard is not finished though the window is. */
  boolean turnedAway() {
    lock.lock();
    try {
      return turnedAway;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until everything taken is finished.
   *
   * @param giveUp asked now and then, not under the lock: it may take its time
   * @return whether it is; false if the window was dropped, or if it gave up waiting
   */
  boolean awaitFinished(BooleanSupplier giveUp) {
    while (true) {
      lock.lock();
      try {
        if (places.isEmpty() || state == State.DROPPED) {
          return state != State.DROPPED;
        }
        boolean unused = emptied.await(NOTICE_MILLIS, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      } finally {
        lock.unlock();
      }
      if (giveUp.getAsBoolean()) {
        return false;
      }
    }
  }

  /** Whether it has as many changes as it may. */
  boolean full() {
    lock.lock();
    try {
      return places.size() >= MOST_PLACES;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until one more change may be added.
   *
   * @param giveUp asked now and then, not under the lock: it may take its time
   * @return whether it may; not if it gave up waiting
   */
  boolean awaitSpace(BooleanSupplier giveUp) {
    while (full()) {
      if (giveUp.getAsBoolean()) {
        return false;
      }
      lock.lock();
      try {
        if (places.size() >= MOST_PLACES) {
          boolean unused = shrunk.await(NOTICE_MILLIS, TimeUnit.MILLISECONDS);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      } finally {
        lock.unlock();
      }
    }
    return true;
  }

  private void advance() {
    boolean wasFull = places.size() >= MOST_PLACES;
    while (!places.isEmpty() && places.peek().unfinished == 0) {
      finished = places.poll().sequenceNumber;
      moved++;
    }
    if (wasFull) {
      shrunk.signalAll();
    }
    if (places.isEmpty()) {
      emptied.signalAll();
    }
  }
}
