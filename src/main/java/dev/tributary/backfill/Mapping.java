package dev.tributary.backfill;

import dev.tributary.change.Change;
import dev.tributary.change.Item;
import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import dev.tributary.document.Action;
import dev.tributary.document.Documents;
import dev.tributary.index.DocumentKey;
import dev.tributary.sync.Completed;
import dev.tributary.sync.Completion;
import dev.tributary.table.LookedUp;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Which documents an item asks for, as a worker makes them. Thread-safe. */
final class Mapping {

  /** It goes into {@code _sync} alone, which is not compared. */
  private static final Origin ORIGIN = new Origin.Read(Instant.EPOCH, Optional.empty());

  private final Documents documents;
  private final Completion completion;
  private final boolean objects;

  /**
   * @param objects whether they are fetched; else the fields that they fill are not compared
   */
  Mapping(Documents documents, Completion completion, boolean objects) {
    this.documents = documents;
    this.completion = completion;
    this.objects = objects;
  }

  /** What an action asks for; its objects are fetched by {@link #wanted}. */
  List<Completed> actions(String table, ItemKey key, Item item) {
    return completion.actionsFor(new Change.Put(table, key, ORIGIN, item, Optional.empty()));
  }

  Wanted wanted(Completed bare) {
    Completed completed = objects ? completion.fetched(bare) : completion.unfetched(bare);
    if (completed.action() instanceof Action.Index) {
      return new Wanted.Document(completed);
    }
    return completed.action() instanceof Action.Reject reject
        ? new Wanted.Unmappable(reject.reason())
        : new Wanted.Nothing();
  }

  /** How one document should be. */
  Wanted wanted(DocumentKey document, String table, ItemKey key, LookedUp found) {
    if (found instanceof LookedUp.Unreadable) {
      return new Wanted.Unknown();
    }
    if (!(found instanceof LookedUp.There there)) {
      return new Wanted.Nothing();
    }
    for (Completed completed : actions(table, key, there.item())) {
      if (isAbout(completed, document)) {
        return wanted(completed);
      }
    }
    return new Wanted.Nothing();
  }

  /**
   * Whether an item asks for a document, whatever is to be in it. One that cannot be read may: the
   * walk over the tables tells of it.
   */
  boolean mayAskFor(DocumentKey document, String table, ItemKey key, LookedUp found) {
    return found instanceof LookedUp.Unreadable
        || (found instanceof LookedUp.There there && asksFor(document, table, key, there.item()));
  }

  private boolean asksFor(DocumentKey document, String table, ItemKey key, Item item) {
    return actions(table, key, item).stream()
        .anyMatch(
            completed ->
                isAbout(completed, document) && !(completed.action() instanceof Action.Delete));
  }

  private static boolean isAbout(Completed completed, DocumentKey document) {
    return completed.action() instanceof Action.Targeted targeted
        && targeted.index().equals(document.index())
        && targeted.id().equals(document.id());
  }

  Set<String> preserved(String index) {
    return documents.preserved(index);
  }

  /** Whether documents may be large beyond what their items say. */
  boolean pulls(String index) {
    return !documents.pulled(index).isEmpty();
  }
}
