package dev.tributary.enrich.objects;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Time that only moves forward, and things to be done later. A test holds one of its own. */
interface Timer extends AutoCloseable {

  /** Only differences between two of these mean something. */
  long nanos();

  /**
   * @param task must be quick: all tasks share one thread
   * @return takes the task back, if it is not done yet
   */
  Runnable after(Duration delay, Runnable task);

  /** Tasks that are not done yet never will be. */
  @Override
  void close();

  static Timer real() {
    ScheduledThreadPoolExecutor thread =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread made = Executors.defaultThreadFactory().newThread(task);
              made.setName("objects-timer");
              made.setDaemon(true);
              return made;
            });
    thread.setRemoveOnCancelPolicy(true);
    // After the close, what is still to be timed is over anyway.
    thread.setRejectedExecutionHandler((task, executor) -> {});
    return new Timer() {
      @Override
      public long nanos() {
        return System.nanoTime();
      }

      @Override
      public Runnable after(Duration delay, Runnable task) {
        ScheduledFuture<?> later = thread.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
        return () -> later.cancel(false);
      }

      @Override
      public void close() {
        thread.shutdownNow();
      }
    };
  }
}
