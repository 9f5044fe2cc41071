package dev.tributary.sync;

import dev.tributary.table.DeadLetters.Letter;
import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stores dead letters, one after the other on the thread {@code dead-letters}. */
final class Letters implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Letters.class);

  private final LetterStore store;
  private final Clock clock;
  private final StateWriter writer = new StateWriter("dead letters", 1);

  Letters(LetterStore store, Clock clock) {
    this.store = store;
    this.clock = clock;
  }

  /** Stores the letter and then says so. */
  void store(Letter letter, Runnable stored) {
    log(letter);
    writer.store(() -> store.store(letter, clock.instant()), stored);
  }

  /** Stores the letter, or throws. */
  void storeNow(Letter letter) {
    log(letter);
    store.store(letter, clock.instant());
  }

  private static void log(Letter letter) {
    LOG.error(
        "Cannot be indexed, kept as a dead letter: {} of table {}, index {}: {}",
        letter.item(),
        letter.table(),
        letter.index(),
        letter.reason());
  }

  @Override
  public void close() {
    writer.close();
  }
}
