package dev.tributary.index;

import java.util.IdentityHashMap;

/** Asks each shard's fence once for all the writes that are about to leave together. */
final class Fences {

  private final IdentityHashMap<Fence, Boolean> answers = new IdentityHashMap<>();

  private final WriteEvents events;

  Fences(WriteEvents events) {
    this.events = events;
  }

  boolean held(Write write) {
    return answers.computeIfAbsent(write.fence(), Fence::held);
  }

  /** Ends a write that is not ours to send any more. */
  void drop(Write.End end) {
    events.ended(Outcome.FENCED);
    end.ended(Outcome.FENCED);
  }
}
