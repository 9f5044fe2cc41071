package dev.tributary.sync;

import dev.tributary.document.Action;
import java.util.List;

/** How many bytes an action keeps in memory while it is under way. */
final class Weight {

  /** The objects around a body: the write, its key, its place. */
  private static final long OVERHEAD = 400;

  private Weight() {}

  static long of(Completed completed) {
    return completed.action() instanceof Action.Index index
        ? OVERHEAD + index.body().size()
        : OVERHEAD;
  }

  static long of(List<Completed> actions) {
    return actions.stream().mapToLong(Weight::of).sum();
  }
}
