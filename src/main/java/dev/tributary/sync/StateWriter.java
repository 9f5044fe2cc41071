package dev.tributary.sync;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores entries in the state table, on threads of its own and for as long as it takes: a change's
 * place is free only once its entry is stored.
 */
final class StateWriter implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(StateWriter.class);
  private static final long RETRY_SECONDS = 1;
  private static final int ATTEMPTS_BETWEEN_LINES = 15;

  private final String what;
  private final ExecutorService threads;

  /**
   * @param what is stored, for messages and for the names of the threads
   */
  StateWriter(String what, int threads) {
    this.what = what;
    AtomicInteger number = new AtomicInteger();
    this.threads =
        Executors.newFixedThreadPool(
            threads,
            task -> {
              String suffix = threads == 1 ? "" : "-" + number.incrementAndGet();
              Thread created = new Thread(task, what.replace(' ', '-') + suffix);
              created.setDaemon(true);
              return created;
            });
  }

  /**
   * @param store throws if it could not
   * @param stored called once it could; never, once this is closed
   */
  void store(Runnable store, Runnable stored) {
    try {
      threads.execute(
          () -> {
            if (storeUntilItHolds(store)) {
              stored.run();
            }
          });
    } catch (RejectedExecutionException e) {
      // Closed: the change stays unfinished, as all the others do, and is read again.
    }
  }

  /** The next one waits meanwhile: what keeps this one from being stored would keep it too. */
  private boolean storeUntilItHolds(Runnable store) {
    for (int attempts = 0; !threads.isShutdown(); attempts++) {
      try {
        store.run();
        return true;
      } catch (RuntimeException e) {
        // Whatever it was, nothing is stored, so the shard waits.
        if (attempts % ATTEMPTS_BETWEEN_LINES == 0) {
          LOG.warn("One of the {} could not be stored, trying again: {}", what, e.toString());
        }
      }
      try {
        TimeUnit.SECONDS.sleep(RETRY_SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return false;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
