package dev.tributary.backfill;

import dev.tributary.backfill.Doubt.Subject;
import dev.tributary.change.ItemKey;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.DocumentOwners;
import dev.tributary.index.DocumentOwners.Owned;
import dev.tributary.index.DocumentOwners.Slice;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.index.Owner;
import dev.tributary.table.LookedUp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Predicate;

/** Walks over the documents of an index and asks for each whether its item asks for it. */
final class IndexWalk {

  /** Documents that one hand asks for. */
  private static final int AT_ONCE = 100;

  private final ReadSize size = new ReadSize();
  private final DocumentOwners owners;
  private final Function<Owner, Optional<ItemKey>> keys;
  private final Sources sources;
  private final Mapping mapping;
  private final Scope scope;
  private final Doubts doubts;
  private final Tally tally;
  private final Predicate<DocumentKey> known;
  private final Runnable progress;

  /**
   * @param keys the key of an item; nothing where no item of our tables can have it
   * @param known whether the walk over the tables told of a document already
   * @param progress called now and then
   */
  IndexWalk(
      DocumentOwners owners,
      Function<Owner, Optional<ItemKey>> keys,
      Sources sources,
      Mapping mapping,
      Scope scope,
      Doubts doubts,
      Tally tally,
      Predicate<DocumentKey> known,
      Runnable progress) {
    this.owners = owners;
    this.keys = keys;
    this.sources = sources;
    this.mapping = mapping;
    this.scope = scope;
    this.doubts = doubts;
    this.tally = tally;
    this.known = known;
    this.progress = progress;
  }

  void walk(String index, Hands hands) throws OpenSearchUnavailableException, InterruptedException {
    owners.<InterruptedException>walk(index, page -> compare(index, page, hands));
  }

  /** A part of it. */
  void walk(String index, Slice slice, Hands hands)
      throws OpenSearchUnavailableException, InterruptedException {
    owners.<InterruptedException>walk(index, slice, page -> compare(index, page, hands));
  }

  private void compare(String index, List<Owned> page, Hands hands)
      throws OpenSearchUnavailableException, InterruptedException {
    Map<String, List<Doubt>> byTable = new HashMap<>();
    for (Owned owned : page) {
      DocumentKey document = new DocumentKey(index, owned.id());
      if (scope.sample().takes(owned.id()) && !known.test(document)) {
        Optional<ItemKey> key = owned.owner().flatMap(keys);
        if (key.isEmpty() && scope.isAll()) {
          doubts.add(Doubt.ofForeign(document));
        } else if (key.isPresent() && scope.takes(owned.owner().get().table(), key.get())) {
          Subject item = new Subject(owned.owner().get().table(), key.get());
          byTable
              .computeIfAbsent(item.table(), table -> new ArrayList<>())
              .add(Doubt.ofDocument(document, item));
        }
      }
    }
    List<Callable<List<Doubt>>> reads = new ArrayList<>();
    byTable.forEach(
        (table, some) -> {
          for (int from = 0; from < some.size(); from += AT_ONCE) {
            List<Doubt> part = some.subList(from, Math.min(from + AT_ONCE, some.size()));
            reads.add(() -> unasked(table, part));
          }
        });
    for (List<Doubt> unasked : hands.all(reads)) {
      for (Doubt doubt : unasked) {
        doubts.add(doubt);
      }
    }
    tally.documents.addAndGet(page.size());
    progress.run();
  }

  /** The documents that their items do not ask for, as it seems. */
  private List<Doubt> unasked(String table, List<Doubt> some) throws InterruptedException {
    List<Doubt> unasked = new ArrayList<>();
    List<Doubt> left = some;
    while (!left.isEmpty()) {
      List<Doubt> now = size.of(left);
      left = left.subList(now.size(), left.size());
      List<ItemKey> wanted = now.stream().map(doubt -> doubt.subject().get().key()).toList();
      List<LookedUp> items = sources.items(table, wanted, false);
      size.read(items);
      for (int i = 0; i < now.size(); i++) {
        if (!mapping.mayAskFor(now.get(i).document(), table, wanted.get(i), items.get(i))) {
          unasked.add(now.get(i));
        }
      }
    }
    return unasked;
  }
}
