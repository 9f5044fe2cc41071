package dev.tributary.sync;

import dev.tributary.change.Change;
import dev.tributary.change.Fault;
import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import dev.tributary.config.Settings;
import dev.tributary.document.Action;
import dev.tributary.document.Documents;
import dev.tributary.enrich.Enricher;
import dev.tributary.enrich.Lacking;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.DocumentStore;
import dev.tributary.index.OpenSearchHttp;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.index.Outcome;
import dev.tributary.index.Tally;
import dev.tributary.sync.Target.Objects;
import dev.tributary.sync.Waits.Waiting;
import dev.tributary.table.DeadLetters;
import dev.tributary.table.DeadLetters.Filed;
import dev.tributary.table.PendingObjects;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Tries the documents of dead letters again, from their items as they are now. Workers may run
 * meanwhile: each document is reconciled, so whoever wrote it in between is not overwritten, and a
 * letter is cleared only if it is still of the version that was read. Thread-safe.
 */
public final class Redrive implements AutoCloseable {

  private final Documents documents;
  private final Completion completion;
  private final DocumentStore store;
  private final ItemReader items;
  private final ObjectLooks.Keys keys;
  private final DeadLetters letters;
  private final Waits waits;
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
      ItemReader items,
      ObjectLooks.Keys keys,
      DeadLetters letters,
      PendingObjects pending,
      Clock clock) {
    this.clock = clock;
    this.documents = new Documents(settings);
    this.completion = new Completion(documents, enricher);
    this.store = new DocumentStore(openSearch);
    this.items = items;
    this.keys = keys;
    this.letters = letters;
    this.waits = new Waits(pending::store, clock, ThreadCrew::new);
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
    AtomicBoolean gone = new AtomicBoolean();
    ItemReader reading =
        (table, key) -> {
          var read = items.read(table, key);
          gone.set(read.isEmpty());
          return read;
        };
    Reconciler reconciler = new Reconciler(store, reading, completion, clock, new Tally());
    Result result = new Result.Redriven();
    try {
      for (DocumentKey document : documentsOf(letter, item)) {
        LastLack lack = new LastLack();
        Outcome outcome = reconciler.reconcile(target(letter, item, document, lack));
        if (outcome instanceof Outcome.Rejected rejected) {
          return refused(letter, document, rejected);
        }
        if (!lack.lacking.isEmpty()) {
          result = new Result.Unfinished(Waits.reason(lack.lacking));
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
    return gone.get() ? new Result.Gone() : result;
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
    return documents.actionsFor(removal).stream()
        .filter(Action.Targeted.class::isInstance)
        .map(Action.Targeted.class::cast)
        .map(action -> new DocumentKey(action.index(), action.id()))
        .distinct()
        .toList();
  }

  /** The last that a document was found to lack: it may be looked at several times. */
  private static final class LastLack {
    List<Lacking> lacking = List.of();
  }

  /**
   * There is no lease to lose: what keeps this from writing the past is that every write depends on
   * what was read before. The document ends at the letter's version or above, so that no late
   * duplicate of the refused change overwrites it.
   */
  private Target target(Filed letter, ItemKey item, DocumentKey document, LastLack lack) {
    Waiting waiting = new Waiting(document, letter.table(), item, Optional.empty());
    return new Target(
        document,
        letter.table(),
        item,
        documents.shared().contains(document.index()) ? 0 : letter.version(),
        Optional.empty(),
        () -> true,
        new Objects(
            true,
            false,
            lacking -> {
              lack.lacking = lacking;
              waits.note(waiting, lacking);
            }));
  }

  @Override
  public void close() {
    waits.close();
    completion.close();
  }
}
