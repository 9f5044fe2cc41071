package dev.tributary.backfill;

import dev.tributary.backfill.InHand.LostException;
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
import dev.tributary.table.LookedUp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Looks for documents whose items are gone or ask for them no longer, and reconciles those.
 * Thread-safe.
 */
final class Sweep {

  private final DocumentOwners owners;
  private final ObjectLooks.Keys keys;
  private final ItemReads items;
  private final Loading loading;
  private final ReadSize size = new ReadSize();

  Sweep(DocumentOwners owners, ObjectLooks.Keys keys, ItemReads items, Loading loading) {
    this.owners = owners;
    this.keys = keys;
    this.items = items;
    this.loading = loading;
  }

  /** A document that is to be looked at. */
  private record Looked(DocumentKey document, ItemKey item) {}

  /**
   * Memory does not grow with the items: a few are read at a time, and then looked at.
   *
   * @param fence whether what is found may be written
   * @param ready asked before each read; waits while it is held back
   * @return how many were not asked for
   * @throws LostException if it is not to go on: then some were not looked at
   */
  int run(String index, Filter filter, Fence fence, BooleanSupplier ready)
      throws OpenSearchUnavailableException, LostException {
    int[] unasked = {0};
    owners.<LostException>walk(
        loading.generation(index).name(),
        filter,
        page -> unasked[0] += look(filter.table(), index, page, fence, ready));
    return unasked[0];
  }

  private int look(String table, String index, List<Owned> page, Fence fence, BooleanSupplier ready)
      throws OpenSearchUnavailableException, LostException {
    List<Looked> left = new ArrayList<>();
    for (Owned owned : page) {
      key(table, owned)
          .ifPresent(key -> left.add(new Looked(new DocumentKey(index, owned.id()), key)));
    }
    int unasked = 0;
    for (int from = 0; from < left.size(); ) {
      List<Looked> some = size.of(left.subList(from, left.size()));
      if (!ready.getAsBoolean()) {
        throw new LostException();
      }
      unasked += reconcile(table, some, fence);
      from += some.size();
    }
    return unasked;
  }

  private int reconcile(String table, List<Looked> some, Fence fence)
      throws OpenSearchUnavailableException, LostException {
    List<LookedUp> now = read(table, some);
    size.read(now);
    int unasked = 0;
    for (int i = 0; i < some.size(); i++) {
      Looked looked = some.get(i);
      if (!isAsked(table, looked, now.get(i))) {
        var unused = loading.reconcile(looked.document(), table, looked.item(), fence);
        unasked++;
      }
    }
    return unasked;
  }

  private List<LookedUp> read(String table, List<Looked> some) throws LostException {
    try {
      return items.lookUp(table, some.stream().map(Looked::item).toList(), true);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LostException();
    }
  }

  /** What cannot be read may ask for it. */
  private boolean isAsked(String table, Looked looked, LookedUp now) {
    return now instanceof LookedUp.Unreadable
        || (now instanceof LookedUp.There there
            && loading.asksFor(looked.document(), table, looked.item(), there.item()));
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
