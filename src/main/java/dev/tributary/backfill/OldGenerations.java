package dev.tributary.backfill;

import dev.tributary.index.Generation;
import dev.tributary.index.InvalidIndexException;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.index.Succession;
import dev.tributary.table.KeptGenerations;
import dev.tributary.table.KeptGenerations.Kept;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the generations that a rebuild left behind, once the time that they were to be kept is
 * over, on the thread {@code old-generations}. Every worker does it: what is gone already is no
 * trouble.
 */
public final class OldGenerations implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(OldGenerations.class);

  private final KeptGenerations kept;
  private final Succession succession;
  private final Set<String> indexes;
  private final Clock clock;
  private final Thread thread = new Thread(this::run, "old-generations");
  private final Duration every;

  /**
   * @param indexes that the config names: others are left alone
   * @param every how often it looks
   */
  public OldGenerations(
      KeptGenerations kept,
      Succession succession,
      Set<String> indexes,
      Clock clock,
      Duration every) {
    this.kept = kept;
    this.succession = succession;
    this.indexes = Set.copyOf(indexes);
    this.clock = clock;
    this.every = every;
    thread.setDaemon(true);
  }

  public OldGenerations start() {
    thread.start();
    return this;
  }

  private void run() {
    try {
      while (true) {
        look();
        TimeUnit.NANOSECONDS.sleep(every.toNanos());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  void look() {
    try {
      for (Kept one : kept.all()) {
        if (indexes.contains(one.index()) && one.until().isBefore(clock.instant())) {
          drop(one);
        }
      }
    } catch (OpenSearchUnavailableException | RuntimeException e) {
      LOG.warn("Old generations could not be looked after, trying again: {}", e.toString());
    }
  }

  private void drop(Kept one) throws OpenSearchUnavailableException {
    try {
      succession.delete(new Generation(one.index(), one.generation()));
    } catch (InvalidIndexException e) {
      LOG.warn("{}: it is no longer taken for an old generation", e.getMessage());
    }
    kept.forget(one.generation());
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
