package dev.tributary.enrich.objects;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads {@code objects-1} to {@code -n}, on which objects are used, as many as processors.
 */
final class Workers {
  private static final int LINGER_SECONDS = 10;

  private Workers() {}

  /** They need no closing: idle ones end by themselves. */
  static Executor started() {
    int threads = Math.max(2, Runtime.getRuntime().availableProcessors());
    AtomicInteger number = new AtomicInteger();
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            threads,
            threads,
            LINGER_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, "objects-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }
}
