package dev.tributary.sync;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores entries in the state table, on threads of its own and for as long as it takes: a change's
 * place is free only once its entry is stored.
 */
final class StateWriter implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(StateWriter.class);
  private static final Duration RETRY = Duration.ofSeconds(1);
  private static final int ATTEMPTS_BETWEEN_LINES = 15;

  private final String what;
  private final Crew crew;

  /**
   * @param what is stored, for messages and for the names of the threads
   */
  StateWriter(String what, int threads, Crew.Factory crews) {
    this.what = what;
    this.crew = crews.of(what.replace(' ', '-'), threads);
  }

  /**
   * @param store throws if it could not
   * @param stored called once it could; never, once this is closed
   */
  void store(Runnable store, Runnable stored) {
    crew.execute(
        () -> {
          if (now(store, () -> false)) {
            stored.run();
          }
        });
  }

  /**
   * On the caller's thread, where the next one waits meanwhile: what keeps this one from being
   * stored, or read, would keep it too.
   *
   * @return whether it could; not if this is closed or if it gave up
   */
  boolean now(Runnable store, BooleanSupplier giveUp) {
    int attempts = 0;
    do {
      try {
        store.run();
        return true;
      } catch (RuntimeException e) {
        // Whatever it was, nothing is stored, so the shard waits.
        if (attempts++ % ATTEMPTS_BETWEEN_LINES == 0) {
          LOG.warn("The {} cannot be reached, trying again: {}", what, e.toString());
        }
      }
    } while (!giveUp.getAsBoolean() && crew.rest(RETRY));
    return false;
  }

  @Override
  public void close() {
    crew.close();
  }
}
