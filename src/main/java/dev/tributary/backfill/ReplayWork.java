package dev.tributary.backfill;

import dev.tributary.backfill.InHand.LostException;
import dev.tributary.backfill.ReadingRights.TakenException;
import dev.tributary.sync.Loading;
import dev.tributary.sync.Selection;
import dev.tributary.table.Backfills.Export;
import dev.tributary.table.Backfills.Part;
import dev.tributary.table.Backfills.Plan;
import dev.tributary.table.Locks;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Reads a table's stream once more after the files of an export were written, from before the
 * export's time to behind the end of the load. For one thread.
 */
final class ReplayWork {

  /** As long as the stream surely keeps its records. */
  private static final Duration KEPT = Duration.ofHours(23);

  private final InHand hand;
  private final Plan plan;
  private final Export export;
  private final Replays replays;
  private final Locks locks;
  private boolean late;
  private boolean reached;

  ReplayWork(InHand hand, Replays replays, Locks locks) {
    this.hand = hand;
    this.plan = hand.job().plan();
    this.export = plan.export().orElseThrow();
    this.replays = replays;
    this.locks = locks;
  }

  /**
   * KCL's name for the reader of a job: one of its own, since it must not go on where another one
   * stopped.
   */
  static String application(String application, String job) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(job.getBytes(StandardCharsets.UTF_8));
      return application + "-replay-of-" + HexFormat.of().formatHex(digest, 0, 6);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has it", e);
    }
  }

  /**
   * Returns when it is done, or stopped.
   *
   * @param needed whether the stream must still have all that came after the export; not if the
   *     items were read again
   * @return false if it was needed and is no longer to be had
   */
  boolean run(Part part, String application, boolean needed)
      throws TakenException, InterruptedException, LostException {
    if (needed && !replays.have(plan.table(), export.time(), hand.now())) {
      return false;
    }
    try (ReadingRights rights = ReadingRights.take(locks, List.of(plan.table()), Pauses.REAL)) {
      if (!hand.goesOn()) {
        return true;
      }
      hand.begin(part);
      // All files are written by now: what came before this may have passed before its page.
      Instant loaded = hand.now();
      Instant from = export.time().minus(Loading.MARGIN);
      ExtraConsumer consumer =
          replays.start(
              application(application, hand.job().id()),
              plan.table(),
              new Selection(Optional.of(from), plan.entity()));
      boolean passed = false;
      try {
        passed =
            new Replay(consumer, rights::held, line -> {}, Pauses.REAL)
                .awaitPassed(
                    loaded, () -> !hand.goesOn() || (needed && isLate(consumer, hand.now())));
        if (passed && needed && consumer.lost().isPresent()) {
          late = true;
          passed = false;
        }
      } finally {
        if (passed || isOver()) {
          consumer.end();
        } else {
          boolean unused = consumer.stop();
        }
      }
      if (passed) {
        hand.store(part, Optional.empty(), part.counts(), true, Optional.empty());
      } else if (!late) {
        hand.leave(part);
      }
      return !late;
    }
  }

  /** Whether the stream may have lost something of the export's time before it was read. */
  private boolean isLate(ExtraConsumer consumer, Instant now) {
    reached = reached || consumer.hasPassed(export.time());
    late =
        !reached && Duration.between(export.time().minus(Loading.MARGIN), now).compareTo(KEPT) > 0;
    return late;
  }

  /** Whether nobody goes on with it. */
  private boolean isOver() {
    return hand.means().backfills().all().stream()
        .filter(job -> job.id().equals(hand.job().id()))
        .allMatch(job -> job.state().isOver());
  }
}
