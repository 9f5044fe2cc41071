package dev.tributary.sync;

import dev.tributary.change.SequenceNumber;
import dev.tributary.index.DocumentKey;
import java.util.HashMap;
import java.util.Map;

/**
 * Sees to it that no change of a document is handed to the writer behind a newer one of the same
 * shard, as could happen to those that wait for an object. Versions order most such writes, but
 * behind a removal only a tombstone would, and tombstones do not outlive a restart. Thread-safe.
 */
final class Overtaking {

  private static final class Slow {
    int changes;
    SequenceNumber newest;
  }

  private final Map<DocumentKey, Slow> slow = new HashMap<>();

  /** A change that newer ones of its document may overtake is under way. */
  synchronized void begin(DocumentKey document) {
    slow.computeIfAbsent(document, key -> new Slow()).changes++;
  }

  synchronized void end(DocumentKey document) {
    if (--slow.get(document).changes == 0) {
      slow.remove(document);
    }
  }

  /**
   * @param handOver quick; not called where a newer one was handed over already
   * @return whether it was called
   */
  synchronized boolean inOrder(DocumentKey document, SequenceNumber number, Runnable handOver) {
    Slow known = slow.get(document);
    if (known != null) {
      if (known.newest != null && known.newest.compareTo(number) > 0) {
        return false;
      }
      known.newest = number;
    }
    handOver.run();
    return true;
  }
}
