package dev.tributary.index;

import java.util.IdentityHashMap;

/** Asks each shard's fence once for all the writes that are about to leave together. */
final class Fences {

  private final IdentityHashMap<Fence, Boolean> answers = new IdentityHashMap<>();

  boolean held(Write write) {
    return answers.computeIfAbsent(write.fence(), Fence::held);
  }
}
