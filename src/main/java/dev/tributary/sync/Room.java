package dev.tributary.sync;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Bounds the bytes that are read and not yet written, over all shards. When it is full, reading
 * waits: so memory does not grow with lag. A change larger than the bound passes alone.
 */
final class Room {

  /** How long a waiting shard may take to notice that it should wait no longer. */
  private static final long NOTICE_MILLIS = 100;

  private final long bound;

  /** Who found it full waits for so much: to wake for each document would be dear. */
  private final long low;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition freed = lock.newCondition();
  private long used;

  /** Changed under the lock, and looked at without it. */
  private volatile boolean full;

  Room(long bound) {
    this.bound = bound;
    this.low = bound - bound / 8;
  }

  /**
   * Takes room, and waits for it if need be.
   *
   * @param giveUp asked now and then, not under the lock: it may take its time
   * @return false if it gave up waiting
   */
  boolean take(long bytes, BooleanSupplier giveUp) {
    while (true) {
      lock.lock();
      try {
        if (used == 0 || used + bytes <= bound) {
          used += bytes;
          return true;
        }
        full = true;
        boolean unused = freed.await(NOTICE_MILLIS, TimeUnit.MILLISECONDS);
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

  /** Whether somebody waits for room, so that nothing more comes until some is given back. */
  boolean full() {
    return full;
  }

  void give(long bytes) {
    lock.lock();
    try {
      used -= bytes;
      if (used <= low) {
        full = false;
        freed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** How much is read and not yet written. */
  long used() {
    lock.lock();
    try {
      return used;
    } finally {
      lock.unlock();
    }
  }
}
