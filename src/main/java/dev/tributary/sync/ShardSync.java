package dev.tributary.sync;

import dev.tributary.change.Change;
import dev.tributary.change.Origin;
import dev.tributary.change.SequenceNumber;
import dev.tributary.document.Action;
import dev.tributary.document.DocumentId;
import dev.tributary.document.Documents;
import dev.tributary.document.Version;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.Fence;
import dev.tributary.index.Outcome;
import dev.tributary.index.Write;
import dev.tributary.index.WriteSink;
import dev.tributary.stream.LeasedShard;
import dev.tributary.stream.ShardConsumer;
import dev.tributary.sync.Window.Place;
import dev.tributary.table.DeadLetters.Letter;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of one shard's changes: change → actions → writes → outcomes → checkpoint. KCL's thread
 * brings changes, the writer's thread brings outcomes, and the checkpoint thread asks for progress.
 */
final class ShardSync implements ShardConsumer {

  private static final Logger LOG = LoggerFactory.getLogger(ShardSync.class);

  /** Under this name stand the letters of changes that never became actions. */
  private static final String NO_INDEX = "(none)";

  private final LeasedShard shard;
  private final Documents documents;
  private final WriteSink writer;
  private final Letters letters;
  private final Room room;
  private final Stopping stopping;
  private final Consumer<ShardSync> onClosed;
  private final Window window = new Window();
  private final Fence fence = this::held;

  ShardSync(
      LeasedShard shard,
      Documents documents,
      WriteSink writer,
      Letters letters,
      Room room,
      Stopping stopping,
      Consumer<ShardSync> onClosed) {
    this.shard = shard;
    this.documents = documents;
    this.writer = writer;
    this.letters = letters;
    this.room = room;
    this.stopping = stopping;
    this.onClosed = onClosed;
  }

  @Override
  public void accept(List<Change> changes) {
    for (Change change : changes) {
      take(change);
    }
  }

  private void take(Change change) {
    if (!window.open()) {
      window.turnAway();
      return;
    }
    Origin.Streamed record = (Origin.Streamed) change.origin();
    List<Action> actions = actionsFor(change);
    long bytes = Weight.of(actions);
    if (giveUpReading() || !room.take(bytes, this::giveUpReading)) {
      window.turnAway();
      return;
    }
    Optional<Place> place = window.add(record.sequenceNumber(), actions.size());
    if (place.isEmpty()) {
      room.give(bytes);
      return;
    }
    for (Action action : actions) {
      long weight = Weight.of(action);
      start(action, change, record, finishing(place.get(), weight));
    }
  }

  /** Pure, so a fault here is a fault of ours: it must not cost more than this one change. */
  private List<Action> actionsFor(Change change) {
    try {
      return documents.actionsFor(change);
    } catch (RuntimeException e) {
      LOG.error("A change of {} could not be mapped", change.key(), e);
      String id = DocumentId.of(change.key());
      return List.of(new Action.Reject("?", NO_INDEX, id, "a fault of Tributary's: " + e));
    }
  }

  private void start(Action action, Change change, Origin.Streamed record, Runnable finished) {
    if (action instanceof Action.Index index) {
      DocumentKey document = new DocumentKey(index.index(), index.id());
      write(document, Optional.of(index.body().bytes()), change, record, finished);
    } else if (action instanceof Action.Delete delete) {
      write(
          new DocumentKey(delete.index(), delete.id()), Optional.empty(), change, record, finished);
    } else if (action instanceof Action.Reject reject) {
      reject(
          new DocumentKey(reject.index(), reject.id()), reject.reason(), change, record, finished);
    } else {
      finished.run();
    }
  }

  private void write(
      DocumentKey document,
      Optional<byte[]> body,
      Change change,
      Origin.Streamed record,
      Runnable finished) {
    Consumer<Outcome> done =
        outcome -> {
          if (outcome instanceof Outcome.Rejected rejected) {
            reject(document, rejected.reason(), change, record, finished);
          } else {
            if (outcome instanceof Outcome.Fenced) {
              window.drop();
            }
            finished.run();
          }
        };
    writer.submit(
        new Write(
            document, change.table(), change.key(), record, Version.of(record), body, fence, done));
  }

  private void reject(
      DocumentKey document,
      String reason,
      Change change,
      Origin.Streamed record,
      Runnable finished) {
    letters.store(
        new Letter(
            document.index(),
            document.id(),
            change.table(),
            change.key(),
            reason,
            Version.of(record)),
        finished);
  }

  private Runnable finishing(Place place, long weight) {
    return () -> {
      room.give(weight);
      window.finish(place);
    };
  }

  /** Stores how far the window is finished. From the checkpoint thread, or at the end. */
  synchronized void checkpoint() {
    if (!held()) {
      window.drop();
      return;
    }
    Optional<SequenceNumber> done = window.toCheckpoint();
    if (done.isEmpty()) {
      return;
    }
    switch (shard.checkpoint(done.get())) {
      case STORED -> window.stored(done.get());
      case LOST -> window.drop();
      case TRY_LATER -> {}
    }
  }

  @Override
  public boolean finish() {
    boolean all = window.awaitFinished(() -> !held() || stopping.overdue());
    window.close();
    checkpoint();
    onClosed.accept(this);
    return all && !window.dropped() && window.toCheckpoint().isEmpty();
  }

  @Override
  public void lost() {
    window.drop();
    onClosed.accept(this);
  }

  @Override
  public void halt() {
    window.turnAway();
  }

  private boolean held() {
    return !window.dropped() && shard.held();
  }

  private boolean giveUpReading() {
    return stopping.now() || !held();
  }
}
