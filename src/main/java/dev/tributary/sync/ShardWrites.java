package dev.tributary.sync;

import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import dev.tributary.document.Action;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.Fence;
import dev.tributary.index.Generation;
import dev.tributary.index.Outcome;
import dev.tributary.index.Write;
import dev.tributary.sync.Letters.Cause;
import dev.tributary.sync.Letters.Refusal;
import dev.tributary.sync.Waits.Waiting;
import dev.tributary.table.DeadLetters;
import dev.tributary.table.DeadLetters.Letter;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What becomes of the actions of one shard's changes, or of a page's items: each ends once, however
 * long that takes.
 *
 * <pre>
 *   action ──► objects fetched ──► written ──► applied, stale, replaced ──► letter cleared ──► end
 *                  │ lacking         ▲  │ refused
 *                  └──► noted ───────┘  └──► simpler, or a dead letter ──► end
 *                                                └ most are refused: put aside until released
 * </pre>
 *
 * <p>Called by the shard's reader, the writer's thread and those that fetch and store: one at a
 * time for each action.
 */
final class ShardWrites {

  /**
   * What outlives the change itself: its images must not stay in memory with its writes.
   *
   * @param generations where its documents go, by index: all that is written of it goes there
   */
  record Source(
      String table,
      ItemKey item,
      Origin origin,
      long version,
      Map<String, Generation> generations) {

    Source {
      generations = Map.copyOf(generations);
    }

    Optional<Origin.Streamed> record() {
      return origin instanceof Origin.Streamed streamed ? Optional.of(streamed) : Optional.empty();
    }

    Waiting waiting(DocumentKey document) {
      return new Waiting(document, table, item, record());
    }
  }

  private final Steps steps;
  private final Letters letters;
  private final Fence fence;
  private final Runnable onFenced;
  private final Overtaking overtaking = new Overtaking();
  private final AtomicInteger aside = new AtomicInteger();

  /**
   * @param fence whether the shard is still this worker's
   * @param onFenced called when a write found that it is not
   */
  ShardWrites(Steps steps, Fence fence, Runnable onFenced) {
    this.steps = steps;
    this.letters = steps.letters();
    this.fence = fence;
    this.onFenced = onFenced;
  }

  /** How many actions are put aside: these end only if somebody releases their index. */
  int aside() {
    return aside.get();
  }

  /**
   * Has an action done.
   *
   * @param finished run once, at its end
   */
  void start(Completed action, Source source, Finishing finished) {
    if (action.slow()) {
      DocumentKey document = document((Action.Targeted) action.action());
      overtaking.begin(document);
      finished.atEnd(() -> overtaking.end(document));
    }
    go(action, source, finished);
  }

  private void go(Completed completed, Source source, Finishing finished) {
    Action action = completed.action();
    if (completed.unfinished()) {
      steps
          .completion()
          .fetch(
              completed,
              (fetched, hold) -> {
                finished.burden(hold::release);
                go(fetched, source, finished);
              });
    } else if (!completed.lacking().isEmpty()) {
      lacking(completed, source, finished);
    } else if (action instanceof Action.Index || action instanceof Action.Delete) {
      write(completed, source, false, finished);
    } else if (action instanceof Action.Reject reject) {
      reject(reject, Cause.NOT_MADE, source, letters.refused(document(reject)), finished);
    } else {
      finished.run();
    }
  }

  private static DocumentKey document(Action.Targeted action) {
    return new DocumentKey(action.index(), action.id());
  }

  /** First it is noted that the document waits, then it is written without the object. */
  private void lacking(Completed completed, Source source, Finishing finished) {
    steps
        .waits()
        .note(
            source.waiting(document((Action.Targeted) completed.action())),
            completed.lacking(),
            () -> write(completed, source, true, finished));
  }

  /**
   * @param apart whether the stored document may have something that this one lacks
   */
  private void write(Completed completed, Source source, boolean apart, Finishing finished) {
    Action.Targeted action = (Action.Targeted) completed.action();
    Optional<byte[]> body =
        action instanceof Action.Index index ? Optional.of(index.body().bytes()) : Optional.empty();
    Write write =
        new Write(
            document(action),
            source.generations().get(action.index()),
            source.table(),
            source.item(),
            source.origin(),
            source.version(),
            body,
            apart,
            fence,
            new Sending(completed, source, apart, finished));
    if (!submitted(write)) {
      // The newer one stands behind it in the window, so it cannot be lost.
      finished.run();
    }
  }

  /** What is left of an action while it is with the writer. */
  private final class Sending implements Write.End {
    private final boolean apart;
    private final Finishing finished;

    /** Nothing once a newer one of the document takes its place: then it is not to be kept. */
    private Completed completed;

    private Source source;

    Sending(Completed completed, Source source, boolean apart, Finishing finished) {
      this.completed = completed;
      this.source = source;
      this.apart = apart;
      this.finished = finished;
    }

    @Override
    public void replaced() {
      completed = null;
      source = null;
      finished.lighten();
    }

    @Override
    public void ended(Outcome outcome) {
      if (completed == null) {
        // A success of the newer one clears the letters of this one too.
        ShardWrites.this.replaced(outcome, finished);
      } else if (outcome instanceof Outcome.Rejected rejected
          && !apart
          && rejected.trace().isEmpty()) {
        // Else whoever reconciled it has tried all that is simpler, and for a fault of ours nothing
        // simpler would help.
        simplify(completed, rejected, source, finished);
      } else {
        ShardWrites.this.ended(outcome, (Action.Targeted) completed.action(), source, finished);
      }
    }
  }

  private void replaced(Outcome outcome, Finishing finished) {
    if (outcome instanceof Outcome.Fenced) {
      onFenced.run();
    }
    finished.run();
  }

  private boolean submitted(Write write) {
    if (write.record().isEmpty()) {
      steps.writer().submit(write);
      return true;
    }
    return overtaking.inOrder(
        write.document(),
        write.record().get().sequenceNumber(),
        () -> steps.writer().submit(write));
  }

  private void ended(Outcome outcome, Action.Targeted action, Source source, Finishing finished) {
    DocumentKey document = document(action);
    if (outcome instanceof Outcome.Rejected rejected) {
      reject(
          rejected(action, rejected), Cause.REFUSED, source, letters.refused(document), finished);
    } else if (outcome instanceof Outcome.Fenced || outcome instanceof Outcome.Replaced) {
      replaced(outcome, finished);
    } else {
      steps.gates().taken(document.index());
      letters.succeeded(document, source.version(), finished);
    }
  }

  private static Action.Reject rejected(Action.Targeted action, Outcome.Rejected rejected) {
    return new Action.Reject(
        action.entity(), action.index(), action.id(), rejected.reason(), rejected.trace());
  }

  /** Where there is something simpler to try, it takes the place of what was refused. */
  private void simplify(
      Completed refused, Outcome.Rejected rejected, Source source, Finishing finished) {
    Action.Targeted action = (Action.Targeted) refused.action();
    Refusal refusal = letters.refused(document(action));
    steps
        .completion()
        .simplify(
            refused,
            rejected.reason(),
            simpler -> {
              if (simpler.isEmpty()) {
                reject(rejected(action, rejected), Cause.REFUSED, source, refusal, finished);
              } else if (simpler.get().action() instanceof Action.Reject fault) {
                reject(fault, Cause.REFUSED, source, refusal, finished);
              } else {
                refusal.decided();
                write(simpler.get(), source, false, finished);
              }
            });
  }

  private void reject(
      Action.Reject reject, Cause cause, Source source, Refusal refusal, Finishing finished) {
    Letter letter =
        new Letter(
            reject.index(),
            reject.id(),
            source.table(),
            Optional.of(source.item()),
            Unmapped.entity(reject),
            reject.reason(),
            reject.trace(),
            source.version());
    boolean known = !reject.index().equals(DeadLetters.NO_INDEX);
    file(
        letter,
        cause,
        refusal,
        finished,
        () -> {
          if (known) {
            steps
                .again()
                .reconcile(
                    source.waiting(document(reject)),
                    fence,
                    outcome -> ended(outcome, reject, source, finished));
          } else {
            store(letter, cause, letters.refused(document(reject)), finished);
          }
        });
  }

  /** Keeps a letter of a record that no action could be made of. */
  void file(Letter letter, Finishing finished) {
    DocumentKey document = new DocumentKey(letter.index(), letter.id());
    file(
        letter,
        Cause.UNREADABLE,
        letters.refused(document),
        finished,
        () -> store(letter, Cause.UNREADABLE, letters.refused(document), finished));
  }

  /**
   * @param released what is to be done if it has to be put aside, once that is over
   */
  private void file(
      Letter letter, Cause cause, Refusal refusal, Finishing finished, Runnable released) {
    Gates gates = steps.gates();
    if (!gates.refused(letter.index(), letter.reason())) {
      store(letter, cause, refusal, finished);
      return;
    }
    refusal.decided();
    aside.incrementAndGet();
    finished.unburden();
    gates.putAside(
        letter.index(),
        () -> {
          aside.decrementAndGet();
          released.run();
        });
  }

  private void store(Letter letter, Cause cause, Refusal refusal, Finishing finished) {
    letters.count(cause, letter);
    letters.store(letter, refusal, fence, finished);
  }
}
