package dev.tributary.sync;

import dev.tributary.index.Fence;
import dev.tributary.index.Outcome;
import dev.tributary.index.WriteSink;
import dev.tributary.sync.Waits.Waiting;
import java.util.function.Consumer;

/** What the changes of all shards pass on their way, in this order. */
record Steps(
    Completion completion,
    Gates gates,
    Waits waits,
    WriteSink writer,
    Letters letters,
    Again again) {

  /** Takes up a change that was put aside, from its item as that is now. */
  @FunctionalInterface
  interface Again {
    /**
     * @param outcome told once, on any thread
     */
    void reconcile(Waiting change, Fence fence, Consumer<Outcome> outcome);
  }
}
