package dev.tributary.sync;

import dev.tributary.change.Change;
import dev.tributary.change.Item;
import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import dev.tributary.document.Action;
import dev.tributary.document.Documents;
import dev.tributary.document.Version;
import dev.tributary.index.Condition;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.DocumentStore;
import dev.tributary.index.Fence;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.index.Outcome;
import dev.tributary.index.StoredDocument;
import dev.tributary.index.WriteResult;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Makes one document equal to its item as the item is now. The only way to write what was read
 * again: first the document is read, then the item, then the document is written only if nobody
 * wrote it in between; else all of it starts again. Thread-safe.
 */
final class Reconciler {

  /**
   * How far before a read its version lies, where no stored document gives one: stream records are
   * dated by DynamoDB's clock, cut to the second (DynamoDB Local: to the minute), and every record
   * after the read must win.
   */
  static final Duration MARGIN = Duration.ofMinutes(2);

  private final DocumentStore store;
  private final ItemReader items;
  private final Documents documents;
  private final Clock clock;

  Reconciler(DocumentStore store, ItemReader items, Documents documents, Clock clock) {
    this.store = store;
    this.items = items;
    this.documents = documents;
    this.clock = clock;
  }

  Outcome reconcile(DocumentKey document, String table, ItemKey key, Fence fence)
      throws OpenSearchUnavailableException {
    while (fence.held()) {
      Optional<StoredDocument> stored = store.find(document);
      WriteResult result =
          stored.isPresent()
              ? replace(document, table, key, stored.get())
              : writeAbsent(document, table, key);
      if (result instanceof WriteResult.Done) {
        return Outcome.APPLIED;
      }
      if (result instanceof WriteResult.Refused refused) {
        return new Outcome.Rejected(refused.reason());
      }
    }
    return Outcome.FENCED;
  }

  /**
   * A tombstone refused a stream record: the document was deleted at a higher version. If the item
   * is there all the same, the document is created again, which works only while there is none.
   *
   * @param record the refused stream record
   * @param version its version
   */
  Outcome afterTombstone(
      DocumentKey document,
      String table,
      ItemKey key,
      Origin.Streamed record,
      long version,
      Fence fence)
      throws OpenSearchUnavailableException {
    Optional<byte[]> body = read(document, table, key, Optional.of(record));
    if (body.isEmpty()) {
      return Outcome.STALE;
    }
    if (!fence.held()) {
      return Outcome.FENCED;
    }
    WriteResult created = store.index(document, body.get(), new Condition.Absent());
    if (created instanceof WriteResult.Conflict) {
      return reconcile(document, table, key, fence);
    }
    if (created instanceof WriteResult.Refused refused) {
      return new Outcome.Rejected(refused.reason());
    }
    if (((WriteResult.Done) created).version() < version && fence.held()) {
      // The tombstone was already forgotten, so the document began at version 1, where any late
      // duplicate would overwrite it. A conflict here means that something newer came.
      store.index(document, body.get(), new Condition.AtVersion(version));
    }
    return Outcome.APPLIED;
  }

  private WriteResult replace(
      DocumentKey document, String table, ItemKey key, StoredDocument stored)
      throws OpenSearchUnavailableException {
    Condition unchanged = new Condition.Unchanged(stored.seqNo(), stored.primaryTerm());
    Optional<byte[]> body = read(document, table, key, recordOf(stored));
    return body.isPresent()
        ? store.index(document, body.get(), unchanged)
        : store.delete(document, unchanged);
  }

  /** As a backfill page of one: at the read's own time, then looked at again. */
  private WriteResult writeAbsent(DocumentKey document, String table, ItemKey key)
      throws OpenSearchUnavailableException {
    Condition atRead = new Condition.AtVersion(Version.ofRead(clock.instant(), MARGIN));
    Optional<byte[]> body = read(document, table, key, Optional.empty());
    if (body.isEmpty()) {
      return new WriteResult.Done(0);
    }
    WriteResult written = store.index(document, body.get(), atRead);
    if (written instanceof WriteResult.Conflict && store.find(document).isEmpty()) {
      // A tombstone of a higher version stands in the way, and only a create passes it.
      written = store.index(document, body.get(), new Condition.Absent());
    }
    boolean goneAgain =
        written instanceof WriteResult.Done
            && read(document, table, key, Optional.empty()).isEmpty();
    // Removed while it was written: another round finds the document and deletes it.
    return goneAgain ? new WriteResult.Conflict() : written;
  }

  /** The document as it should be now; nothing if there should be none. */
  private Optional<byte[]> read(
      DocumentKey document, String table, ItemKey key, Optional<Origin.Streamed> after) {
    Instant readAt = clock.instant();
    Optional<Item> item = items.read(table, key);
    if (item.isEmpty()) {
      return Optional.empty();
    }
    Change change =
        new Change.Put(table, key, new Origin.Read(readAt, after), item.get(), Optional.empty());
    for (Action action : documents.actionsFor(change)) {
      if (action instanceof Action.Index index
          && index.index().equals(document.index())
          && index.id().equals(document.id())) {
        return Optional.of(index.body().bytes());
      }
    }
    return Optional.empty();
  }

  private static Optional<Origin.Streamed> recordOf(StoredDocument stored) {
    if (stored.stream().isEmpty() || stored.sequenceNumber().isEmpty() || stored.time().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Origin.Streamed(
            stored.stream().get(),
            stored.sequenceNumber().get(),
            Instant.parse(stored.time().get())));
  }
}
