package dev.tributary.sync;

import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import dev.tributary.document.Version;
import dev.tributary.enrich.Lacking;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.Write;
import dev.tributary.table.PendingObjects.Lack;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notes which documents wait for objects. A note is stored before the document is written without
 * them; {@link Retries} looks for them.
 */
final class Waits implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Waits.class);

  /** An object is often stored right after its item. */
  private static final Duration FIRST_DELAY = Duration.ofSeconds(1);

  private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);
  private static final int THREADS = 4;

  private final LackStore store;
  private final Clock clock;
  private final StateWriter writer;
  private final LongAdder noted = new LongAdder();
  private long nextLine = System.nanoTime();
  private int untold;

  /** Keeps notes. Throws if one could not be stored. */
  @FunctionalInterface
  interface LackStore {
    void store(Lack lack, Instant now, Instant due);
  }

  Waits(LackStore store, Clock clock, Crew.Factory crews) {
    this.store = store;
    this.clock = clock;
    this.writer = new StateWriter("pending objects", THREADS, crews);
  }

  /**
   * A document of an item.
   *
   * @param change the record that asks for it; absent where none does
   */
  record Waiting(
      DocumentKey document, String table, ItemKey item, Optional<Origin.Streamed> change) {

    static Waiting of(Write write) {
      return new Waiting(write.document(), write.table(), write.item(), write.record());
    }
  }

  /** Stores the note and then says so. */
  void note(Waiting waiting, List<Lacking> lacking, Runnable noted) {
    writer.store(() -> store(lack(waiting, lacking)), noted);
  }

  /** Stores the note, or throws; nothing if nothing is lacking. */
  void note(Waiting waiting, List<Lacking> lacking) {
    if (!lacking.isEmpty()) {
      store(lack(waiting, lacking));
    }
  }

  private void store(Lack lack) {
    Instant now = clock.instant();
    store.store(lack, now, now.plus(FIRST_DELAY));
    noted.increment();
    tell(lack);
  }

  /** How many notes this worker stored since its start. */
  long noted() {
    return noted.sum();
  }

  /** Not a line for each: in an outage there are thousands. */
  private synchronized void tell(Lack lack) {
    untold++;
    long now = System.nanoTime();
    if (now - nextLine >= 0) {
      LOG.warn(
          "{} more documents wait for objects, such as {}/{}: {}",
          untold,
          lack.index(),
          lack.id(),
          lack.reason());
      untold = 0;
      nextLine = now + BETWEEN_LINES.toNanos();
    }
  }

  private static Lack lack(Waiting waiting, List<Lacking> lacking) {
    return new Lack(
        waiting.document().index(),
        waiting.document().id(),
        waiting.table(),
        waiting.item(),
        lacking.stream().map(Lacking::reference).toList(),
        reason(lacking),
        waiting.change().map(Version::of).orElse(0L),
        waiting.change());
  }

  static String reason(List<Lacking> lacking) {
    return lacking.stream().map(Lacking::toString).collect(Collectors.joining("; "));
  }

  @Override
  public void close() {
    writer.close();
  }
}
