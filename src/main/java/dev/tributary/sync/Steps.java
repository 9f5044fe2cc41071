package dev.tributary.sync;

import dev.tributary.change.Change;
import dev.tributary.change.Fault;
import dev.tributary.document.Action;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.Fence;
import dev.tributary.index.Outcome;
import dev.tributary.index.WriteSink;
import dev.tributary.sync.Waits.Waiting;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the changes of all shards pass on their way, in this order. */
record Steps(
    Completion completion,
    Gates gates,
    Waits waits,
    WriteSink writer,
    Letters letters,
    Again again) {

  private static final Logger LOG = LoggerFactory.getLogger(Steps.class);

  /** Pure, so a fault here is a fault of ours: it must not cost more than this one change. */
  List<Completed> actionsFor(Change change) {
    try {
      return completion.actionsFor(change);
    } catch (RuntimeException e) {
      LOG.error("A change of {} could not be mapped", change.key(), e);
      DocumentKey document = Unmapped.documentOf(change.table(), change.key());
      return List.of(
          Completed.of(
              new Action.Reject(Unmapped.NO_ENTITY, document.index(), document.id(), Fault.of(e))));
    }
  }

  /** Takes up a change that was put aside, from its item as that is now. */
  @FunctionalInterface
  interface Again {
    /**
     * @param outcome told once, on any thread
     */
    void reconcile(Waiting change, Fence fence, Consumer<Outcome> outcome);
  }
}
