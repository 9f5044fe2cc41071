package dev.tributary.change;

import java.util.Objects;
import java.util.Optional;

/** One change of one item: a stream record, decoded, or what a read of the table found. */
public sealed interface Change {

  /** The table's name. */
  String table();

  ItemKey key();

  Origin origin();

  /**
   * The item is there and looks like this.
   *
   * @param before how it looked before, where somebody wants to know: workers do not
   */
  record Put(String table, ItemKey key, Origin origin, Item item, Optional<Item> before)
      implements Change {
    public Put {
      Objects.requireNonNull(table, "table");
      Objects.requireNonNull(key, "key");
      Objects.requireNonNull(origin, "origin");
      Objects.requireNonNull(item, "item");
      Objects.requireNonNull(before, "before");
    }
  }

  /**
   * The item is gone.
   *
   * @param expired whether its time to live removed it, not a writer
   */
  record Remove(String table, ItemKey key, Origin origin, Optional<Item> before, boolean expired)
      implements Change {
    public Remove {
      Objects.requireNonNull(table, "table");
      Objects.requireNonNull(key, "key");
      Objects.requireNonNull(origin, "origin");
      Objects.requireNonNull(before, "before");
    }
  }
}
