package dev.tributary.table;

import dev.tributary.change.Item;

/** What there is under a key. */
public sealed interface LookedUp {

  LookedUp GONE = new Gone();

  /** An item. */
  record There(Item item) implements LookedUp {}

  /** No item. */
  record Gone() implements LookedUp {}

  /**
   * An item that this version cannot read, as of a type that it does not know. Not to be taken for
   * none.
   */
  record Unreadable(String reason) implements LookedUp {}
}
