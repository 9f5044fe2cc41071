package dev.tributary.sync;

import dev.tributary.change.Change;
import dev.tributary.change.Item;
import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import dev.tributary.document.Action;
import dev.tributary.document.Version;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.Fence;
import dev.tributary.index.Generation;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.index.Outcome;
import dev.tributary.sync.Target.Objects;
import dev.tributary.sync.Waits.Waiting;
import dev.tributary.table.DeadLetters.Letter;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** What a backfill has of a worker: its way to the indexes. Thread-safe. */
public final class Loading {

  /** How far before a read the version of what it found lies. */
  public static final Duration MARGIN = Reconciler.MARGIN;

  private final Engine engine;

  Loading(Engine engine) {
    this.engine = engine;
  }

  /**
   * Waits until nothing holds back what is read of a table for these indexes, and until the open
   * dead letters are known.
   *
   * @return whether it may go on; not if it gave up
   */
  public boolean awaitOpen(String table, Collection<String> indexes, BooleanSupplier giveUp) {
    return engine.gates().awaitOpen(table, indexes, giveUp).isPresent();
  }

  /** Waits until the dead letters are known that are open now: what is written may clear them. */
  public boolean awaitLetters(BooleanSupplier giveUp) {
    return engine.letters().awaitKnown(engine.letters().open().now(), giveUp);
  }

  /** Where the documents of an index go now. */
  public Generation generation(String index) throws OpenSearchUnavailableException {
    return engine.destinations().require(index);
  }

  /** Whether each of them has a generation of this config's rules. */
  public boolean hasGenerations(Collection<String> indexes) {
    return indexes.stream().allMatch(index -> engine.destinations().of(index).isPresent());
  }

  /** See {@link Engine#pages}. */
  public PageSync pages(Fence fence, Predicate<Action.Targeted> scope) {
    return engine.pages(fence, scope);
  }

  /**
   * An item that cannot be read is listed, as its record would be.
   *
   * @param readAt a moment before it was asked for
   */
  public void unreadable(String table, ItemKey item, String why, Instant readAt) {
    Letter letter = Unmapped.letter(table, item, why, Version.ofRead(readAt, MARGIN));
    engine.letters().storeNow(letter, Letters.Cause.UNREADABLE);
  }

  /** Whether an item asks for a document, whatever is to be in it. */
  public boolean asksFor(DocumentKey document, String table, ItemKey key, Item item) {
    Change change =
        new Change.Put(
            table, key, new Origin.Read(Instant.EPOCH, Optional.empty()), item, Optional.empty());
    return engine.actionsFor(change).stream()
        .anyMatch(
            completed ->
                completed.action() instanceof Action.Targeted action
                    && !(action instanceof Action.Delete)
                    && action.index().equals(document.index())
                    && action.id().equals(document.id()));
  }

  /**
   * Makes a document equal to its item as that is now.
   *
   * @throws TableUnavailableException if the table does not answer
   */
  public Outcome reconcile(DocumentKey document, String table, ItemKey item, Fence fence)
      throws OpenSearchUnavailableException {
    Waiting waiting = new Waiting(document, table, item, Optional.empty());
    Objects objects = new Objects(true, false, lacking -> engine.waits().note(waiting, lacking));
    return engine
        .reconciler()
        .reconcile(
            new Target(
                document,
                generation(document.index()),
                table,
                item,
                0,
                Optional.empty(),
                fence,
                objects));
  }
}
