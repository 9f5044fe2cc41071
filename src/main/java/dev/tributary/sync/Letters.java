package dev.tributary.sync;

import dev.tributary.table.DeadLetters.Letter;
import java.time.Clock;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores dead letters, one after the other on the thread {@code dead-letters}, for as long as it
 * takes: a change's place is free only once its letter is stored.
 */
final class Letters implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Letters.class);
  private static final long RETRY_SECONDS = 1;
  private static final int ATTEMPTS_BETWEEN_LINES = 15;

  private final LetterStore store;
  private final Clock clock;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread created = new Thread(task, "dead-letters");
            created.setDaemon(true);
            return created;
          });

  Letters(LetterStore store, Clock clock) {
    this.store = store;
    this.clock = clock;
  }

  /** Stores the letter and then says so. */
  void store(Letter letter, Runnable stored) {
    LOG.error(
        "Cannot be indexed, kept as a dead letter: {} of table {}, index {}: {}",
        letter.item(),
        letter.table(),
        letter.index(),
        letter.reason());
    thread.execute(
        () -> {
          if (storeUntilItHolds(letter)) {
            stored.run();
          }
        });
  }

  /** The next letter waits meanwhile: what keeps this one from being stored would keep it too. */
  private boolean storeUntilItHolds(Letter letter) {
    for (int attempts = 0; !thread.isShutdown(); attempts++) {
      try {
        store.store(letter, clock.instant());
        return true;
      } catch (RuntimeException e) {
        // Whatever it was, the letter is not stored, so its shard waits.
        if (attempts % ATTEMPTS_BETWEEN_LINES == 0) {
          LOG.warn("A dead letter could not be stored, trying again: {}", e.toString());
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
    thread.shutdownNow();
  }
}
