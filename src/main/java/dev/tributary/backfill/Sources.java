package dev.tributary.backfill;

import dev.tributary.change.ItemKey;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.index.WholeDocument;
import dev.tributary.table.LookedUp;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Where items, documents and lists are read; a test plays it. */
interface Sources {

  /** In the order of the keys. */
  List<LookedUp> items(String table, List<ItemKey> keys, boolean consistent)
      throws InterruptedException;

  /** As they are now, in the order of the keys. */
  List<Optional<WholeDocument>> documents(List<DocumentKey> keys)
      throws OpenSearchUnavailableException;

  /** Those of them that the state table lists with a reason. */
  Set<Doubt> listed(List<Doubt> doubts) throws InterruptedException;
}
