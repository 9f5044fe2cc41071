package dev.tributary.backfill;

import dev.tributary.change.Item;
import dev.tributary.change.ItemKey;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.DocumentOwners;
import dev.tributary.index.DocumentOwners.Filter;
import dev.tributary.index.DocumentOwners.Owned;
import dev.tributary.index.Fence;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.sync.Loading;
import dev.tributary.sync.ObjectLooks;
import dev.tributary.table.ItemReads;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * Looks for documents whose items are gone or ask for them no longer, and reconciles those.
 * Thread-safe.
 */
final class Sweep {

  private final DocumentOwners owners;
  private final ObjectLooks.Keys keys;
  private final ItemReads items;
  private final Loading loading;

  Sweep(DocumentOwners owners, ObjectLooks.Keys keys, ItemReads items, Loading loading) {
    this.owners = owners;
    this.keys = keys;
    this.items = items;
    this.loading = loading;
  }

  /** A document that is to be looked at. */
  private record Looked(DocumentKey document, ItemKey item) {}

  /**
   * @param progress told how many more were looked at, now and then
   * @return how many were not asked for
   */
  int run(String index, Filter filter, Fence fence, IntConsumer progress)
      throws OpenSearchUnavailableException, InterruptedException {
    int[] unasked = {0};
    owners.<InterruptedException>walk(
        loading.generation(index).name(),
        filter,
        page -> {
          unasked[0] += look(filter.table(), index, page, fence);
          progress.accept(page.size());
        });
    return unasked[0];
  }

  private int look(String table, String index, List<Owned> page, Fence fence)
      throws OpenSearchUnavailableException, InterruptedException {
    List<Looked> some = new ArrayList<>();
    for (Owned owned : page) {
      key(table, owned)
          .ifPresent(key -> some.add(new Looked(new DocumentKey(index, owned.id()), key)));
    }
    List<Optional<Item>> now = items.read(table, some.stream().map(Looked::item).toList(), true);
    int unasked = 0;
    for (int i = 0; i < some.size(); i++) {
      Looked looked = some.get(i);
      boolean asked =
          now.get(i)
              .filter(item -> loading.asksFor(looked.document(), table, looked.item(), item))
              .isPresent();
      if (!asked) {
        var unused = loading.reconcile(looked.document(), table, looked.item(), fence);
        unasked++;
      }
    }
    return unasked;
  }

  /** Nothing where no item of the table can have it: then it is not for a sweep to judge. */
  private Optional<ItemKey> key(String table, Owned owned) {
    try {
      return owned.owner().map(owner -> keys.of(table, owner.pk(), owner.sk()));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
