package dev.tributary.backfill;

import dev.tributary.backfill.Doubt.Subject;
import dev.tributary.change.ItemKey;
import dev.tributary.document.Action;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.index.WholeDocument;
import dev.tributary.sync.Completed;
import dev.tributary.sync.Unmapped;
import dev.tributary.table.ItemReads;
import dev.tributary.table.ItemReads.Scanned;
import dev.tributary.table.ItemReads.Segment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/** Walks over the items of a table and asks for each whether its documents are as they should. */
final class TableWalk {

  static final int SEGMENTS = 4;

  /** What is compared at once is in memory together, as items ask for it and as it is stored. */
  private static final int MOST_BYTES = 4 << 20;

  private static final int MOST_DOCUMENTS = 200;

  /** Documents with objects may be much larger than their items. */
  private static final int MOST_PULLING = 20;

  private final ItemReads items;
  private final int pageItems;
  private final Sources sources;
  private final Mapping mapping;
  private final Scope scope;
  private final Doubts doubts;
  private final Tally tally;
  private final Runnable progress;

  /**
   * @param pageItems the most items that are read at once
   * @param progress called now and then
   */
  TableWalk(
      ItemReads items,
      int pageItems,
      Sources sources,
      Mapping mapping,
      Scope scope,
      Doubts doubts,
      Tally tally,
      Runnable progress) {
    this.items = items;
    this.pageItems = pageItems;
    this.sources = sources;
    this.mapping = mapping;
    this.scope = scope;
    this.doubts = doubts;
    this.tally = tally;
    this.progress = progress;
  }

  void walk(String table, Hands hands) throws OpenSearchUnavailableException, InterruptedException {
    List<Callable<Void>> segments = new ArrayList<>();
    for (int number = 0; number < SEGMENTS; number++) {
      Segment segment = new Segment(number, SEGMENTS);
      segments.add(
          () -> {
            walk(table, segment);
            return null;
          });
    }
    hands.all(segments);
  }

  /** A part of it, on the caller's thread. */
  void walk(String table, Segment segment)
      throws OpenSearchUnavailableException, InterruptedException {
    List<ItemKey> unreadable = new ArrayList<>();
    items.<OpenSearchUnavailableException>scan(
        table,
        segment,
        pageItems,
        page -> {
          compare(table, page);
          doubt(table, unreadable);
        },
        unreadable::add);
  }

  /** Nobody can say which documents it asks for: it stands for itself, and may be listed so. */
  private void doubt(String table, List<ItemKey> unreadable)
      throws OpenSearchUnavailableException, InterruptedException {
    for (ItemKey key : unreadable) {
      doubts.add(Doubt.ofItem(Unmapped.documentOf(table, key), new Subject(table, key)));
    }
    tally.items.addAndGet(unreadable.size());
    unreadable.clear();
  }

  private record Asked(DocumentKey document, Subject item, Wanted wanted) {}

  private void compare(String table, List<Scanned> page)
      throws OpenSearchUnavailableException, InterruptedException {
    List<Asked> some = new ArrayList<>();
    long bytes = 0;
    for (Scanned scanned : page) {
      for (Completed completed : mapping.actions(table, scanned.key(), scanned.item())) {
        if (completed.action() instanceof Action.Targeted action
            && !(action instanceof Action.Delete)
            && scope.takes(action)) {
          Wanted wanted = mapping.wanted(completed);
          some.add(
              new Asked(
                  new DocumentKey(action.index(), action.id()),
                  new Subject(table, scanned.key()),
                  wanted));
          bytes += bytes(wanted);
          if (some.size() >= most(action.index()) || bytes >= MOST_BYTES) {
            compare(some);
            some.clear();
            bytes = 0;
          }
        }
      }
    }
    compare(some);
    tally.items.addAndGet(page.size());
    progress.run();
  }

  private int most(String index) {
    return mapping.pulls(index) ? MOST_PULLING : MOST_DOCUMENTS;
  }

  private static int bytes(Wanted wanted) {
    return wanted instanceof Wanted.Document document
        ? ((Action.Index) document.completed().action()).body().size()
        : 0;
  }

  private void compare(List<Asked> some)
      throws OpenSearchUnavailableException, InterruptedException {
    if (some.isEmpty()) {
      return;
    }
    tally.expected.addAndGet(some.size());
    List<Optional<WholeDocument>> stored =
        sources.documents(some.stream().map(Asked::document).toList());
    for (int i = 0; i < some.size(); i++) {
      Asked asked = some.get(i);
      boolean differs =
          asked
              .wanted()
              .differs(
                  asked.item().owner(), stored.get(i), mapping.preserved(asked.document().index()))
              .isPresent();
      if (differs) {
        doubts.add(Doubt.ofItem(asked.document(), asked.item()));
      } else {
        tally.equal.incrementAndGet();
      }
    }
  }
}
