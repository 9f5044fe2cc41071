package dev.tributary.sync;

import dev.tributary.change.Item;
import dev.tributary.change.ItemKey;
import java.util.Optional;

/** Reads an item from its table, consistently. */
@FunctionalInterface
public interface ItemReader {

  /**
   * @throws IllegalArgumentException if there is an item that Tributary cannot read; any other
   *     exception says that the table did not answer
   */
  Optional<Item> read(String table, ItemKey key);
}
