package dev.tributary.sync;

import dev.tributary.change.Fault;
import dev.tributary.change.ItemKey;
import dev.tributary.config.Settings;
import dev.tributary.enrich.Enricher;
import dev.tributary.index.Destinations;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.OpenSearchHttp;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.index.Outcome;
import dev.tributary.sync.Mending.Mended;
import dev.tributary.table.DeadLetters;
import dev.tributary.table.DeadLetters.Letter;
import dev.tributary.table.PendingObjects;
import java.time.Clock;
import java.util.Optional;

/**
 * Makes documents equal to their items that were found to differ. Workers may run meanwhile: each
 * document is reconciled, so whoever wrote it in between is not overwritten. Thread-safe.
 */
public final class Repair implements AutoCloseable {

  private final Mending mending;
  private final DeadLetters letters;
  private final Clock clock;

  /** What became of a document. */
  public enum Result {
    /** It is as its item. */
    MENDED,
    /** It is written without objects that are not there, and it is noted that it waits for them. */
    WAITING,
    /** It cannot be made, or OpenSearch refuses it: it is a dead letter now. */
    REFUSED
  }

  public Repair(
      Settings settings,
      Enricher enricher,
      OpenSearchHttp openSearch,
      Destinations destinations,
      ItemReader items,
      DeadLetters letters,
      PendingObjects pending,
      Clock clock) {
    this.mending = new Mending(settings, enricher, openSearch, destinations, items, pending, clock);
    this.letters = letters;
    this.clock = clock;
  }

  /**
   * @throws OpenSearchUnavailableException and
   * @throws TableUnavailableException if a server does not answer
   */
  public Result at(DocumentKey document, String table, ItemKey item)
      throws OpenSearchUnavailableException {
    Mended mended;
    try {
      mended = mending.at(document, table, item, 0);
    } catch (TableUnavailableException e) {
      throw e;
    } catch (RuntimeException e) {
      // A fault of ours: it costs this document alone.
      return refused(document, table, item, Outcome.Rejected.of(Fault.of(e)));
    }
    if (mended.outcome() instanceof Outcome.Rejected rejected) {
      return refused(document, table, item, rejected);
    }
    return mended.lacking().isEmpty() ? Result.MENDED : Result.WAITING;
  }

  private Result refused(
      DocumentKey document, String table, ItemKey item, Outcome.Rejected rejected) {
    // Below the version of every change, so that any of them may clear it.
    Letter letter =
        new Letter(
            document.index(),
            document.id(),
            table,
            Optional.of(item),
            mending.entityOf(table, item, document),
            rejected.reason(),
            rejected.trace(),
            0);
    letters.store(letter, clock.instant());
    return Result.REFUSED;
  }

  @Override
  public void close() {
    mending.close();
  }
}
