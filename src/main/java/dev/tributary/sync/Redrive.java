package dev.tributary.sync;

import dev.tributary.change.Change;
import dev.tributary.change.Fault;
import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import dev.tributary.config.Settings;
import dev.tributary.document.Action;
import dev.tributary.enrich.Enricher;
import dev.tributary.index.Destinations;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.OpenSearchHttp;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.index.Outcome;
import dev.tributary.sync.Mending.Mended;
import dev.tributary.table.DeadLetters;
import dev.tributary.table.DeadLetters.Filed;
import dev.tributary.table.PendingObjects;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Tries the documents of dead letters again, from their items as they are now. Workers may run
 * meanwhile: each document is reconciled, so whoever wrote it in between is not overwritten, and a
 * letter is cleared only if it is still of the version that was read. Thread-safe.
 */
public final class Redrive implements AutoCloseable {

  private final Mending mending;
  private final ObjectLooks.Keys keys;
  private final DeadLetters letters;
  private final Set<String> indexes;
  private final Clock clock;

  /** What became of a letter. */
  public sealed interface Result {

    /** The documents are as they should be, and the letter is cleared. */
    record Redriven() implements Result {}

    /** The item is gone, and so are its documents and the letter. */
    record Gone() implements Result {}

    /**
     * The document is written without objects that are not there. It is noted that it waits for
     * them, and the letter is cleared.
     */
    record Unfinished(String reason) implements Result {}

    /** The letter stays, with what was said this time. */
    record Refused(String reason) implements Result {}

    /** Nothing was tried, and the letter stays as it is. */
    record Impossible(String reason) implements Result {}
  }

  public Redrive(
      Settings settings,
      Enricher enricher,
      OpenSearchHttp openSearch,
      Destinations destinations,
      ItemReader items,
      ObjectLooks.Keys keys,
      DeadLetters letters,
      PendingObjects pending,
      Clock clock) {
    this.clock = clock;
    this.mending = new Mending(settings, enricher, openSearch, destinations, items, pending, clock);
    this.keys = keys;
    this.letters = letters;
    this.indexes = settings.indexes().keySet();
  }

  /**
   * @throws OpenSearchUnavailableException and
   * @throws TableUnavailableException if a server does not answer: the letter is as it was
   */
  public Result at(Filed letter) throws OpenSearchUnavailableException {
    if (!letter.hasKey()) {
      return new Result.Impossible("its record's key could not be read, so nobody knows its item");
    }
    if (!letter.index().equals(DeadLetters.NO_INDEX) && !indexes.contains(letter.index())) {
      return new Result.Impossible("its index is not in the config");
    }
    ItemKey item;
    try {
      item = keys.of(letter.table(), letter.pk(), sk(letter));
    } catch (IllegalArgumentException e) {
      return new Result.Impossible(e.getMessage());
    }
    Result result = reconcile(letter, item);
    if (!(result instanceof Result.Refused)) {
      letters.clear(letter.index(), letter.id(), letter.version());
    }
    return result;
  }

  private static Optional<String> sk(Filed letter) {
    return Optional.of(letter.sk()).filter(sk -> !sk.isEmpty());
  }

  private Result reconcile(Filed letter, ItemKey item) throws OpenSearchUnavailableException {
    boolean gone = false;
    Result result = new Result.Redriven();
    try {
      for (DocumentKey document : documentsOf(letter, item)) {
        // At the letter's version or above: so no late duplicate of the refused change wins.
        Mended mended = mending.at(document, letter.table(), item, letter.version());
        gone = mended.gone();
        if (mended.outcome() instanceof Outcome.Rejected rejected) {
          return refused(letter, document, rejected);
        }
        if (!mended.lacking().isEmpty()) {
          result = new Result.Unfinished(Waits.reason(mended.lacking()));
        }
      }
    } catch (TableUnavailableException e) {
      throw e;
    } catch (RuntimeException e) {
      // A fault of ours: it costs this letter alone, which says so from now on.
      Fault fault = Fault.of(e);
      letters.refusedAgain(letter, fault.reason(), Optional.of(fault.trace()), clock.instant());
      return new Result.Refused(fault.reason());
    }
    return gone ? new Result.Gone() : result;
  }

  private Result refused(Filed letter, DocumentKey document, Outcome.Rejected rejected) {
    boolean itsOwn = document.index().equals(letter.index());
    String reason = itsOwn ? rejected.reason() : document + ": " + rejected.reason();
    letters.refusedAgain(letter, reason, rejected.trace(), clock.instant());
    return new Result.Refused(reason);
  }

  /**
   * The letter's own, or those of every entity that the item's key is for: what a removal would
   * delete, whatever the item holds.
   */
  private List<DocumentKey> documentsOf(Filed letter, ItemKey item) {
    if (!letter.index().equals(DeadLetters.NO_INDEX)) {
      return List.of(new DocumentKey(letter.index(), letter.id()));
    }
    Origin now = new Origin.Read(clock.instant(), Optional.empty());
    Change removal = new Change.Remove(letter.table(), item, now, Optional.empty(), false);
    return mending.documents().actionsFor(removal).stream()
        .filter(Action.Targeted.class::isInstance)
        .map(Action.Targeted.class::cast)
        .map(action -> new DocumentKey(action.index(), action.id()))
        .distinct()
        .toList();
  }

  @Override
  public void close() {
    mending.close();
  }
}
