package dev.tributary.sync;

import dev.tributary.change.Change;
import dev.tributary.change.Item;
import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import dev.tributary.change.SyncFields;
import dev.tributary.document.Action;
import dev.tributary.document.Body;
import dev.tributary.document.Version;
import dev.tributary.enrich.Stored;
import dev.tributary.index.Condition;
import dev.tributary.index.ConflictBranch;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.DocumentStore;
import dev.tributary.index.DocumentStores;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.index.Outcome;
import dev.tributary.index.StoredDocument;
import dev.tributary.index.WriteEvents;
import dev.tributary.index.WriteResult;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Makes one document equal to its item as the item is now. The only way to write what was read
 * again: first the document is read, then the item, then the document is written only if nobody
 * wrote it in between; else all of it starts again. Thread-safe.
 */
final class Reconciler {

  /**
   * How far before a read its version lies, where no stored document gives one: stream records are
   * dated by DynamoDB's clock, which may go back, cut to the second (DynamoDB Local: to the
   * minute), and every record after the read must win. Too much costs little, too little loses a
   * write.
   */
  static final Duration MARGIN = Duration.ofMinutes(5);

  private final DocumentStores stores;
  private final ItemReader items;
  private final Completion completion;
  private final Clock clock;
  private final WriteEvents events;

  Reconciler(
      DocumentStores stores,
      ItemReader items,
      Completion completion,
      Clock clock,
      WriteEvents events) {
    this.stores = stores;
    this.items = items;
    this.completion = completion;
    this.clock = clock;
    this.events = events;
  }

  /** See {@link Completion#entityOf}. */
  Optional<String> entityOf(String table, ItemKey item, DocumentKey document) {
    return completion.entityOf(table, item, document);
  }

  Outcome reconcile(Target target) throws OpenSearchUnavailableException {
    while (target.fence().held()) {
      // One for each round: what is read here and written then is of one generation.
      DocumentStore store = stores.of(target.generation());
      Optional<StoredDocument> stored = store.find(target.document(), kept(target));
      WriteResult result =
          stored.isPresent() ? replace(store, target, stored.get()) : writeAbsent(store, target);
      if (result instanceof WriteResult.Done) {
        return Outcome.APPLIED;
      }
      if (result instanceof WriteResult.Refused refused) {
        return new Outcome.Rejected(refused.reason(), refused.trace());
      }
      events.decided(ConflictBranch.RECONCILED_AGAIN);
    }
    return Outcome.FENCED;
  }

  /**
   * A tombstone refused a stream record: the document was deleted at a higher version. If the item
   * is there all the same, the document is written again, above the tombstone.
   *
   * @param record the refused stream record
   */
  Outcome afterTombstone(Target target, Origin.Streamed record)
      throws OpenSearchUnavailableException {
    if (!target.fence().held()) {
      return Outcome.FENCED;
    }
    Wanted wanted = read(target, Optional.of(record));
    if (wanted instanceof Wanted.Nothing) {
      events.decided(ConflictBranch.TOMBSTONE_ITEM_GONE);
      return Outcome.STALE;
    }
    // At the lowest version first: the answer says which one stands in the way.
    WriteResult created =
        overTombstone(
            stores.of(target.generation()),
            target,
            completed(target, wanted, Stored.NOTHING),
            new Condition.AtVersion(0));
    if (created instanceof WriteResult.Conflict) {
      Outcome outcome = reconcile(target);
      events.decided(ConflictBranch.TOMBSTONE_RACED);
      return outcome;
    }
    if (created instanceof WriteResult.Refused refused) {
      return new Outcome.Rejected(refused.reason(), refused.trace());
    }
    events.decided(ConflictBranch.TOMBSTONE_CREATED);
    return Outcome.APPLIED;
  }

  private WriteResult replace(DocumentStore store, Target target, StoredDocument stored)
      throws OpenSearchUnavailableException {
    if (!target.objects().fetched() && isDone(target, stored)) {
      return new WriteResult.Done(stored.version());
    }
    Condition unchanged = new Condition.Unchanged(stored.seqNo(), stored.primaryTerm());
    Wanted read = read(target, newest(target.record(), recordOf(stored)));
    Wanted wanted = completed(target, read, new Stored(stored.fields(), stored.sync()));
    if (wanted instanceof Wanted.Document document) {
      if (target.objects().onlyNews() && !hasNews(target, document.completed(), stored)) {
        return new WriteResult.Done(stored.version());
      }
      Map<String, byte[]> preserved = new LinkedHashMap<>(stored.fields());
      preserved.keySet().retainAll(completion.preserved(target.document().index()));
      wanted = new Wanted.Document(document.completed(), preserved);
    }
    return write(store, target, wanted, unchanged);
  }

  /** Whether somebody who looked for the object wrote this record meanwhile, and so with more. */
  private static boolean isDone(Target target, StoredDocument stored) {
    return stored.version() >= target.leastVersion()
        && target
            .record()
            .filter(record -> stored.stream().equals(Optional.of(record.stream())))
            .flatMap(
                record -> stored.sequenceNumber().map(s -> s.compareTo(record.sequenceNumber())))
            .filter(order -> order >= 0)
            .isPresent();
  }

  /** What is read of the stored document, to be written again. */
  private Set<String> kept(Target target) {
    Set<String> fields = new HashSet<>(completion.preserved(target.document().index()));
    fields.addAll(completion.pulled(target.document().index()));
    return fields;
  }

  private static boolean hasNews(Target target, Completed completed, StoredDocument stored) {
    Optional<Origin.Streamed> newest = newest(target.record(), recordOf(stored));
    return !newest.map(Origin.Streamed::sequenceNumber).equals(stored.sequenceNumber())
        || !Arrays.equals(
            completed.sync(SyncFields.OBJECTS), stored.sync().get(SyncFields.OBJECTS));
  }

  /** With what is to be had of its objects, and with what the stored document has of the others. */
  private Wanted completed(Target target, Wanted wanted, Stored stored) {
    if (!(wanted instanceof Wanted.Document document)) {
      return wanted;
    }
    Completed completed =
        target.objects().fetched()
            ? completion.fetched(document.completed())
            : completion.unfetched(document.completed());
    try {
      target.objects().lacking().accept(completed.lacking());
    } catch (RuntimeException e) {
      // It only stores a note: so the state table did not answer.
      throw new TableUnavailableException(e);
    }
    return wanted(completed.keeping(stored));
  }

  /** As a backfill page of one: at the read's own time, then looked at again. */
  private WriteResult writeAbsent(DocumentStore store, Target target)
      throws OpenSearchUnavailableException {
    Condition atRead = new Condition.AtVersion(Version.ofRead(clock.instant(), MARGIN));
    Wanted read = read(target, target.record());
    if (read instanceof Wanted.Nothing) {
      return new WriteResult.Done(0);
    }
    Wanted wanted = completed(target, read, Stored.NOTHING);
    WriteResult written = overTombstone(store, target, wanted, atRead);
    boolean goneAgain =
        written instanceof WriteResult.Done
            && read(target, Optional.empty()) instanceof Wanted.Nothing;
    // Removed while it was written: another round finds the document and deletes it.
    return goneAgain ? new WriteResult.Conflict() : written;
  }

  /**
   * Writes an absent document, also where a tombstone of a higher version stands in the way: then
   * just above that. A create would pass every tombstone, and so bring the document back if it
   * hangs in the network until after a later delete: it is the last resort, where OpenSearch does
   * not say what stands in the way.
   */
  private WriteResult overTombstone(
      DocumentStore store, Target target, Wanted wanted, Condition first)
      throws OpenSearchUnavailableException {
    WriteResult written = write(store, target, wanted, first);
    if (!(written instanceof WriteResult.Conflict refused)
        || store.find(target.document()).isPresent()) {
      return written;
    }
    Condition above =
        refused.standing().isPresent()
            ? new Condition.AtVersion(refused.standing().getAsLong() + 1)
            : new Condition.Absent();
    return write(store, target, wanted, above);
  }

  /**
   * Writes or deletes, if the shard is still ours: the read may have taken long. If not, that is a
   * conflict like any other, and the next round finds out why.
   */
  private WriteResult write(DocumentStore store, Target target, Wanted wanted, Condition condition)
      throws OpenSearchUnavailableException {
    if (wanted instanceof Wanted.Unmappable unmappable) {
      return new WriteResult.Refused(unmappable.reason(), unmappable.trace());
    }
    if (!target.fence().held()) {
      return new WriteResult.Conflict();
    }
    if (wanted instanceof Wanted.Document document) {
      return index(store, target, document, condition);
    }
    return store.delete(target.document(), condition);
  }

  private WriteResult index(
      DocumentStore store, Target target, Wanted.Document document, Condition condition)
      throws OpenSearchUnavailableException {
    WriteResult written = index(store, target, document.body().bytes(), condition);
    if (!(written instanceof WriteResult.Refused refused)) {
      return written;
    }
    Optional<Completed> simpler = document.completed().simpler(refused.reason());
    return simpler.isPresent() && target.fence().held()
        ? index(store, target, new Wanted.Document(simpler.get(), document.kept()), condition)
        : written;
  }

  private WriteResult index(DocumentStore store, Target target, byte[] body, Condition condition)
      throws OpenSearchUnavailableException {
    WriteResult written = store.index(target.document(), body, condition);
    if (written instanceof WriteResult.Done done
        && done.version() < target.leastVersion()
        && target.fence().held()) {
      // A tombstone was already forgotten, so the document began low, where any late duplicate
      // would overwrite it. A conflict here means that something newer came.
      store.index(target.document(), body, new Condition.AtVersion(target.leastVersion()));
    }
    return written;
  }

  /** How the document should be, by its item. */
  private sealed interface Wanted {
    /**
     * @param kept fields of another program, as JSON
     */
    record Document(Completed completed, Map<String, byte[]> kept) implements Wanted {
      Body body() {
        return ((Action.Index) completed.action()).body().with(kept);
      }
    }

    record Nothing() implements Wanted {}

    /** There should be one, and it cannot be made. */
    record Unmappable(String reason, Optional<String> trace) implements Wanted {}
  }

  private Wanted read(Target target, Optional<Origin.Streamed> after) {
    Instant readAt = clock.instant();
    Optional<Item> item = itemOf(target);
    if (item.isEmpty()) {
      return new Wanted.Nothing();
    }
    Change change =
        new Change.Put(
            target.table(),
            target.item(),
            new Origin.Read(readAt, after),
            item.get(),
            Optional.empty());
    for (Completed completed : completion.actionsFor(change)) {
      if (completed.action() instanceof Action.Targeted targeted
          && targeted.index().equals(target.document().index())
          && targeted.id().equals(target.document().id())) {
        return wanted(completed);
      }
    }
    return new Wanted.Nothing();
  }

  private Optional<Item> itemOf(Target target) {
    try {
      return items.read(target.table(), target.item());
    } catch (IllegalArgumentException e) {
      // The table has answered, and it is our fault that nothing can be made of that.
      throw e;
    } catch (RuntimeException e) {
      throw new TableUnavailableException(e);
    }
  }

  private static Wanted wanted(Completed completed) {
    if (completed.action() instanceof Action.Index) {
      return new Wanted.Document(completed, Map.of());
    }
    return completed.action() instanceof Action.Reject reject
        ? new Wanted.Unmappable(reject.reason(), reject.trace())
        : new Wanted.Nothing();
  }

  private static Optional<Origin.Streamed> newest(
      Optional<Origin.Streamed> told, Optional<Origin.Streamed> stored) {
    if (told.isEmpty() || stored.isEmpty()) {
      return told.or(() -> stored);
    }
    boolean further =
        stored.get().stream().equals(told.get().stream())
            && stored.get().sequenceNumber().compareTo(told.get().sequenceNumber()) > 0;
    return further ? stored : told;
  }

  private static Optional<Origin.Streamed> recordOf(StoredDocument stored) {
    if (stored.stream().isEmpty() || stored.sequenceNumber().isEmpty() || stored.time().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Origin.Streamed(
            stored.stream().get(), stored.sequenceNumber().get(), stored.time().get()));
  }
}
