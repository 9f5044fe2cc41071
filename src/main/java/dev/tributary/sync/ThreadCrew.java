package dev.tributary.sync;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A crew of daemon threads; they start with their first tasks. */
final class ThreadCrew implements Crew {

  private final ExecutorService threads;

  ThreadCrew(String name, int size) {
    AtomicInteger number = new AtomicInteger();
    this.threads =
        Executors.newFixedThreadPool(
            size,
            task -> {
              String suffix = size == 1 ? "" : "-" + number.incrementAndGet();
              Thread thread = new Thread(task, name + suffix);
              thread.setDaemon(true);
              return thread;
            });
  }

  @Override
  public void execute(Runnable task) {
    try {
      threads.execute(() -> run(task));
    } catch (RejectedExecutionException e) {
      // Closed, as the interface says.
    }
  }

  private void run(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      if (!threads.isShutdown()) {
        // A fault of ours: what was in hand would stand still for ever. As an error it ends the
        // process, and a restart reads it again.
        throw new AssertionError("A task of " + Thread.currentThread().getName() + " failed", e);
      }
    }
  }

  @Override
  public boolean rest(Duration time) {
    if (threads.isShutdown()) {
      return false;
    }
    try {
      TimeUnit.NANOSECONDS.sleep(time.toNanos());
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
