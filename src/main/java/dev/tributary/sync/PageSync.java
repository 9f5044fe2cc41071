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
import dev.tributary.sync.ShardWrites.Source;
import dev.tributary.table.ItemReads.Scanned;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The way of what a backfill read: a page of items → actions → {@link ShardWrites}, beside the
 * stream, which goes on. Two rules keep it from harm:
 *
 * <ul>
 *   <li>All of a page is written at one version, which lies {@link Reconciler#MARGIN} before the
 *       page was read: so every record of a later change wins.
 *   <li>After a page is written its items are read again. What is gone or asks for the document no
 *       longer is deleted, at the page's own version: a removal may have passed before the page was
 *       written, and its tombstone may be forgotten. The delete removes only what the page wrote.
 * </ul>
 */
public final class PageSync {

  private final Steps steps;
  private final Fence fence;
  private final Predicate<Action.Targeted> scope;

  /**
   * @param fence whether the part of the table is still this worker's
   * @param scope which documents are to be written
   */
  PageSync(Steps steps, Fence fence, Predicate<Action.Targeted> scope) {
    this.steps = steps;
    this.fence = fence;
    this.scope = scope;
  }

  /**
   * Items that were read at once.
   *
   * @param readAt a moment before they were asked for, by DynamoDB's clock
   */
  public record Page(String table, Instant readAt, List<Scanned> items) {
    /** How much it keeps in memory. */
    public long bytes() {
      long bytes = 0;
      for (Scanned item : items) {
        bytes += Weight.of(item.item());
      }
      return bytes;
    }

    long version() {
      return Version.ofRead(readAt, Reconciler.MARGIN);
    }
  }

  /** A document that a page asks for, and the item that it was made of. */
  private record Asked(String entity, DocumentKey document, Scanned of) {}

  /** A page whose documents are all written, refused for good, or found to be newer. */
  public static final class Written {
    private final Page page;
    private final Map<String, Generation> generations;
    private final List<Asked> asked;

    private Written(Page page, Map<String, Generation> generations, List<Asked> asked) {
      this.page = page;
      this.generations = generations;
      this.asked = asked;
    }

    /** How many documents its items ask for. */
    public int documents() {
      return asked.size();
    }

    /** The items to be read again. */
    public List<ItemKey> keys() {
      return asked.stream().map(one -> one.of().key()).distinct().toList();
    }
  }

  /**
   * Writes a page. Waits while one of its indexes has no generation for it.
   *
   * @param written told once, on any thread; never, if a write finds that the fence is down
   */
  public void write(Page page, Consumer<Written> written) {
    List<Completed> actions = new ArrayList<>();
    List<Asked> asked = new ArrayList<>();
    for (Scanned item : page.items()) {
      for (Completed completed : steps.actionsFor(put(page, item.key(), item.item()))) {
        if (completed.action() instanceof Action.Targeted action
            && !(action instanceof Action.Delete)
            && scope.test(action)) {
          actions.add(completed);
          asked.add(new Asked(action.entity(), document(action), item));
        }
      }
    }
    Optional<Map<String, Generation>> generations =
        steps
            .gates()
            .awaitGenerations(
                asked.stream().map(one -> one.document().index()).distinct().toList(),
                () -> !fence.held())
            // Each write takes a copy, which is free of one that cannot change.
            .map(Map::copyOf);
    if (generations.isEmpty()) {
      return;
    }
    Parts parts =
        new Parts(
            actions.size(),
            generations.get(),
            () -> written.accept(new Written(page, generations.get(), asked)));
    for (int i = 0; i < actions.size(); i++) {
      parts.start(actions.get(i), page, asked.get(i).of().key());
    }
    parts.started();
  }

  /**
   * Deletes of what a page wrote what its items no longer ask for.
   *
   * @param now the items of {@link Written#keys}, read consistently after it was written
   * @param tidied told once, on any thread, with how many that were; never, if the fence is down
   */
  public void tidy(Written written, List<Optional<Item>> now, Consumer<Integer> tidied) {
    List<Asked> unasked = new ArrayList<>();
    List<ItemKey> keys = written.keys();
    Map<ItemKey, Optional<Item>> items = new HashMap<>();
    for (int i = 0; i < keys.size(); i++) {
      items.put(keys.get(i), now.get(i));
    }
    for (Asked asked : written.asked) {
      if (!isAskedFor(written.page, asked, items.get(asked.of().key()))) {
        unasked.add(asked);
      }
    }
    Parts parts =
        new Parts(unasked.size(), written.generations, () -> tidied.accept(unasked.size()));
    for (Asked asked : unasked) {
      Action delete =
          new Action.Delete(asked.entity(), asked.document().index(), asked.document().id());
      parts.start(Completed.of(delete), written.page, asked.of().key());
    }
    parts.started();
  }

  /** A document whose item is not as the page has it any more. */
  public record Changed(DocumentKey document, ItemKey item) {}

  /**
   * What a page wrote, is still asked for, and has another content by now.
   *
   * @param now the items of {@link Written#keys}, read consistently after it was written
   */
  public List<Changed> changed(Written written, List<Optional<Item>> now) {
    List<ItemKey> keys = written.keys();
    Map<ItemKey, Item> items = new HashMap<>();
    for (int i = 0; i < keys.size(); i++) {
      ItemKey key = keys.get(i);
      now.get(i).ifPresent(item -> items.put(key, item));
    }
    return written.asked.stream()
        .filter(asked -> items.containsKey(asked.of().key()))
        .filter(asked -> !items.get(asked.of().key()).equals(asked.of().item()))
        .map(asked -> new Changed(asked.document(), asked.of().key()))
        .toList();
  }

  private boolean isAskedFor(Page page, Asked asked, Optional<Item> now) {
    if (now.isEmpty() || now.get().equals(asked.of().item())) {
      return now.isPresent();
    }
    return steps.actionsFor(put(page, asked.of().key(), now.get())).stream()
        .anyMatch(
            completed ->
                completed.action() instanceof Action.Targeted action
                    && !(action instanceof Action.Delete)
                    && document(action).equals(asked.document()));
  }

  private static Change put(Page page, ItemKey key, Item item) {
    return new Change.Put(
        page.table(),
        key,
        new Origin.Read(page.readAt(), Optional.empty()),
        item,
        Optional.empty());
  }

  private static DocumentKey document(Action.Targeted action) {
    return new DocumentKey(action.index(), action.id());
  }

  /** Some actions that end at any time, and what is to be done after the last of them. */
  private final class Parts {
    private final Map<String, Generation> generations;
    private final AtomicInteger left;
    private final Runnable end;
    private volatile boolean fenced;
    private final ShardWrites writes = new ShardWrites(steps, fence, () -> fenced = true);

    Parts(int actions, Map<String, Generation> generations, Runnable end) {
      this.generations = generations;
      this.left = new AtomicInteger(actions + 1);
      this.end = end;
    }

    void start(Completed action, Page page, ItemKey item) {
      Source source =
          new Source(
              page.table(),
              item,
              new Origin.Read(page.readAt(), Optional.empty()),
              page.version(),
              generations);
      writes.start(action, source, new Ending());
    }

    private final class Ending extends Finishing {
      /** The page has its room as a whole. */
      @Override
      void giveBack() {}

      @Override
      void end() {
        ended();
      }
    }

    /** All of them are: it may be that they ended long ago. */
    void started() {
      ended();
    }

    private void ended() {
      if (left.decrementAndGet() == 0 && !fenced) {
        end.run();
      }
    }
  }
}
