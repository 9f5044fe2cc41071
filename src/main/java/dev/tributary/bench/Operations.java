package dev.tributary.bench;

/**
 * Changes of a table, each known by its number alone, so that a million of them take no room and
 * the state in which they end can be told without them.
 *
 * <p>Of ten, six insert items, three change one of the hot items, and one removes an item that was
 * inserted before, none twice.
 *
 * @param hot how many hot items there are
 */
record Operations(int hot) {

  private static final int BLOCK = 10;
  private static final int INSERTS = 6;
  private static final int UPDATES = 3;

  /** What a change does. */
  enum Kind {
    INSERT,
    UPDATE,
    REMOVE
  }

  /**
   * @param item the item's number; hot items have negative ones, from -1 downwards
   */
  record Operation(long number, Kind kind, long item) {}

  Operations {
    if (hot < 1) {
      throw new IllegalArgumentException("There has to be a hot item");
    }
  }

  Operation at(long number) {
    long block = number / BLOCK;
    int place = (int) (number % BLOCK);
    if (place < INSERTS) {
      return new Operation(number, Kind.INSERT, block * INSERTS + place);
    }
    if (place < INSERTS + UPDATES) {
      long update = block * UPDATES + place - INSERTS;
      return new Operation(number, update < hot ? Kind.INSERT : Kind.UPDATE, -1 - update % hot);
    }
    // Two blocks share one behind them, and each takes one of its items.
    long of = block / 2;
    int which = (int) (block % 2);
    return new Operation(number, Kind.REMOVE, of * INSERTS + which);
  }

  /** The number of the change that is the n-th one of hot items. */
  private static long update(long n) {
    return n / UPDATES * BLOCK + INSERTS + n % UPDATES;
  }

  /**
   * The change that made an item what it is after so many changes, or -1 if there is no such item
   * then.
   */
  long last(long item, long changes) {
    if (item < 0) {
      long first = -1 - item;
      long updates = updatesIn(changes);
      return first < updates ? update(first + (updates - 1 - first) / hot * hot) : -1;
    }
    long block = item / INSERTS;
    int place = (int) (item % INSERTS);
    long inserted = block * BLOCK + place;
    long removed = place < 2 ? (2 * block + place) * BLOCK + BLOCK - 1 : Long.MAX_VALUE;
    return inserted < changes && removed >= changes ? inserted : -1;
  }

  /** How many items there are after so many changes. */
  long items(long changes) {
    long inserts = changes / BLOCK * INSERTS + Math.min(changes % BLOCK, INSERTS);
    return inserts - changes / BLOCK + Math.min(hot, updatesIn(changes));
  }

  private static long updatesIn(long changes) {
    long rest = Math.max(0, Math.min(changes % BLOCK - INSERTS, UPDATES));
    return changes / BLOCK * UPDATES + rest;
  }
}
