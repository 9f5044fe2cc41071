package dev.tributary.backfill;

import dev.tributary.sync.Weight;
import dev.tributary.table.LookedUp;
import java.util.List;

/**
 * How many items are read by their keys at once: few, until it is known that they are small.
 * DynamoDB gives up to 16 MB for a hundred keys, and they are in memory many times over. Shared by
 * those who read the same table; thread-safe.
 */
final class ReadSize {

  static final int LEAST = 10;
  static final int MOST = 100;

  /** More in one answer is too much. */
  private static final long MUCH = 2 << 20;

  private volatile int items = LEAST;

  /** The beginning of a list that is to be read at once. */
  <T> List<T> of(List<T> left) {
    return left.subList(0, Math.min(items, left.size()));
  }

  /** That was read. */
  void read(List<LookedUp> found) {
    long bytes = 0;
    for (LookedUp one : found) {
      bytes += one instanceof LookedUp.There there ? Weight.of(there.item()) : 0;
    }
    if (bytes > MUCH) {
      items = LEAST;
    } else if (found.size() >= items && bytes < MUCH / 4) {
      items = Math.min(MOST, 2 * items);
    }
  }
}
