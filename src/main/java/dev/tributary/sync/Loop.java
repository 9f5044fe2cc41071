package dev.tributary.sync;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A daemon thread that does one thing again and again, and of which is seen whether it does. */
public final class Loop {

  private final String name;
  private final Duration every;
  private final Thread thread;
  private volatile long turnedAt = System.nanoTime();

  private Loop(String name, Duration every, Consumer<Loop> task, CountDownLatch closed) {
    this.name = name;
    this.every = every;
    this.thread = new Thread(() -> run(task, closed), name);
    thread.setDaemon(true);
  }

  /**
   * @param closed ends it
   */
  static Loop start(String name, Duration every, CountDownLatch closed, Consumer<Loop> task) {
    Loop loop = new Loop(name, every, task, closed);
    loop.thread.start();
    return loop;
  }

  private void run(Consumer<Loop> task, CountDownLatch closed) {
    try {
      while (!closed.await(every.toMillis(), TimeUnit.MILLISECONDS)) {
        task.accept(this);
        moved();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** It goes on: also within a turn that takes long because there is much to do. */
  void moved() {
    turnedAt = System.nanoTime();
  }

  public String name() {
    return name;
  }

  public boolean alive() {
    return thread.isAlive();
  }

  /** How long it has not moved, beyond what it rests between two turns. */
  public Duration overdue() {
    Duration since = Duration.ofNanos(System.nanoTime() - turnedAt).minus(every);
    return since.isNegative() ? Duration.ZERO : since;
  }
}
