package dev.tributary.sync;

import dev.tributary.change.Change;
import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import dev.tributary.change.SequenceNumber;
import dev.tributary.document.Action;
import dev.tributary.document.DocumentId;
import dev.tributary.document.Version;
import dev.tributary.entity.IdForm;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.Fence;
import dev.tributary.index.Outcome;
import dev.tributary.index.Write;
import dev.tributary.index.WriteSink;
import dev.tributary.stream.LeasedShard;
import dev.tributary.stream.ShardConsumer;
import dev.tributary.sync.Waits.Waiting;
import dev.tributary.sync.Window.Place;
import dev.tributary.table.DeadLetters;
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

  private final LeasedShard shard;
  private final Completion completion;
  private final WriteSink writer;
  private final Letters letters;
  private final Waits waits;
  private final Room room;
  private final Stopping stopping;
  private final Consumer<ShardSync> onClosed;
  private final Window window = new Window();
  private final Overtaking overtaking = new Overtaking();
  private final Fence fence = this::held;

  ShardSync(
      LeasedShard shard,
      Completion completion,
      WriteSink writer,
      Letters letters,
      Waits waits,
      Room room,
      Stopping stopping,
      Consumer<ShardSync> onClosed) {
    this.shard = shard;
    this.completion = completion;
    this.writer = writer;
    this.letters = letters;
    this.waits = waits;
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
    List<Completed> actions = actionsFor(change);
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
    Source source = new Source(change.table(), change.key(), record);
    for (Completed action : actions) {
      start(action, source, finishing(place.get(), action));
    }
  }

  /** What outlives the change itself: its images must not stay in memory with its writes. */
  private record Source(String table, ItemKey item, Origin.Streamed record) {}

  /** Pure, so a fault here is a fault of ours: it must not cost more than this one change. */
  private List<Completed> actionsFor(Change change) {
    try {
      return completion.actionsFor(change);
    } catch (RuntimeException e) {
      LOG.error("A change of {} could not be mapped", change.key(), e);
      String id = DocumentId.of(change.key(), IdForm.LITERAL);
      return List.of(
          Completed.of(
              new Action.Reject("?", DeadLetters.NO_INDEX, id, "a fault of Tributary's: " + e)));
    }
  }

  private void start(Completed completed, Source source, Runnable finished) {
    Action action = completed.action();
    if (completed.unfinished()) {
      completion.fetch(
          completed,
          (fetched, hold) -> {
            Runnable released =
                () -> {
                  hold.release();
                  finished.run();
                };
            start(fetched, source, released);
          });
    } else if (!completed.lacking().isEmpty()) {
      lacking(completed, source, finished);
    } else if (action instanceof Action.Index || action instanceof Action.Delete) {
      write(completed, source, false, finished);
    } else if (action instanceof Action.Reject reject) {
      reject(document(reject), reject.reason(), source, finished);
    } else {
      finished.run();
    }
  }

  private static DocumentKey document(Action.Targeted action) {
    return new DocumentKey(action.index(), action.id());
  }

  /** First it is noted that the document waits, then it is written without the object. */
  private void lacking(Completed completed, Source source, Runnable finished) {
    waits.note(
        new Waiting(
            document((Action.Targeted) completed.action()),
            source.table(),
            source.item(),
            Optional.of(source.record())),
        completed.lacking(),
        () -> write(completed, source, true, finished));
  }

  /**
   * @param apart whether the stored document may have something that this one lacks
   */
  private void write(Completed completed, Source source, boolean apart, Runnable finished) {
    DocumentKey document = document((Action.Targeted) completed.action());
    Optional<byte[]> body =
        completed.action() instanceof Action.Index index
            ? Optional.of(index.body().bytes())
            : Optional.empty();
    Consumer<Outcome> done =
        outcome -> {
          if (outcome instanceof Outcome.Rejected rejected && apart) {
            // Whoever reconciled it has tried all that is simpler.
            reject(document, rejected.reason(), source, finished);
          } else if (outcome instanceof Outcome.Rejected rejected) {
            rejected(completed, rejected.reason(), source, finished);
          } else {
            if (outcome instanceof Outcome.Fenced) {
              window.drop();
            }
            finished.run();
          }
        };
    Write write =
        new Write(
            document,
            source.table(),
            source.item(),
            source.record(),
            Version.of(source.record()),
            body,
            apart,
            fence,
            done);
    boolean submitted =
        overtaking.inOrder(document, source.record().sequenceNumber(), () -> writer.submit(write));
    if (!submitted) {
      // The newer one stands behind it in the window, so it cannot be lost.
      finished.run();
    }
  }

  /** Where there is something simpler to try, it takes the place of what was refused. */
  private void rejected(Completed refused, String reason, Source source, Runnable finished) {
    completion.simplify(
        refused,
        reason,
        simpler -> {
          if (simpler.isPresent()) {
            write(simpler.get(), source, false, finished);
          } else {
            reject(document((Action.Targeted) refused.action()), reason, source, finished);
          }
        });
  }

  private void reject(DocumentKey document, String reason, Source source, Runnable finished) {
    letters.store(
        new Letter(
            document.index(),
            document.id(),
            source.table(),
            source.item(),
            reason,
            Version.of(source.record())),
        finished);
  }

  private Runnable finishing(Place place, Completed action) {
    long weight = Weight.of(action);
    Runnable finished =
        () -> {
          room.give(weight);
          window.finish(place);
        };
    if (!action.slow()) {
      return finished;
    }
    DocumentKey document = document((Action.Targeted) action.action());
    overtaking.begin(document);
    return () -> {
      overtaking.end(document);
      finished.run();
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

  /**
   * Takes no more, waits until what was taken is finished, and stores that.
   *
   * @return whether nothing of this shard is left to this worker
   */
  boolean drain() {
    window.close();
    boolean finished = window.awaitFinished(() -> !held() || stopping.overdue());
    checkpoint();
    return window.dropped() || (finished && window.toCheckpoint().isEmpty());
  }

  @Override
  public boolean finish() {
    boolean drained = drain();
    onClosed.accept(this);
    return drained && !window.dropped() && !window.turnedAway();
  }

  @Override
  public void lost() {
    window.drop();
    onClosed.accept(this);
    // KCL also says so when it stops.
    if (!stopping.now()) {
      LOG.info("{} is no longer this worker's", shard.name());
    }
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
