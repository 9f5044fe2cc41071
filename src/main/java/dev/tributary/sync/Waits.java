package dev.tributary.sync;

import dev.tributary.change.ItemKey;
import dev.tributary.enrich.Lacking;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.Write;
import dev.tributary.table.PendingObjects.Lack;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
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

  private static final int THREADS = 4;

  private final LackStore store;
  private final Clock clock;
  private final StateWriter writer = new StateWriter("pending objects", THREADS);

  /** Keeps notes. Throws if one could not be stored. */
  @FunctionalInterface
  interface LackStore {
    void store(Lack lack, Instant now, Instant due);
  }

  Waits(LackStore store, Clock clock) {
    this.store = store;
    this.clock = clock;
  }

  /** Stores the note and then says so. */
  void note(
      DocumentKey document,
      String table,
      ItemKey item,
      List<Lacking> lacking,
      long version,
      Runnable noted) {
    writer.store(() -> store(lack(document, table, item, lacking, version)), noted);
  }

  /** Stores the note, or throws; nothing if nothing is lacking. */
  void note(DocumentKey document, String table, ItemKey item, List<Lacking> lacking, long version) {
    if (!lacking.isEmpty()) {
      store(lack(document, table, item, lacking, version));
    }
  }

  void note(Write write, List<Lacking> lacking) {
    note(write.document(), write.table(), write.item(), lacking, write.version());
  }

  private void store(Lack lack) {
    Instant now = clock.instant();
    store.store(lack, now, now.plus(FIRST_DELAY));
    LOG.warn("{} waits for an object: {}", lack.index() + "/" + lack.id(), lack.reason());
  }

  private static Lack lack(
      DocumentKey document, String table, ItemKey item, List<Lacking> lacking, long version) {
    return new Lack(
        document.index(),
        document.id(),
        table,
        item,
        lacking.stream().map(Lacking::reference).toList(),
        reason(lacking),
        version);
  }

  static String reason(List<Lacking> lacking) {
    return lacking.stream().map(Lacking::toString).collect(Collectors.joining("; "));
  }

  @Override
  public void close() {
    writer.close();
  }
}
