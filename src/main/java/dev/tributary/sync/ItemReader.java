package dev.tributary.sync;

import dev.tributary.change.Item;
import dev.tributary.change.ItemKey;
import java.util.Optional;

/** Reads an item from its table, consistently. */
@FunctionalInterface
public interface ItemReader {
  Optional<Item> read(String table, ItemKey key);
}
