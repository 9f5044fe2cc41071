package dev.tributary.stream;

import dev.tributary.table.Gap;
import dev.tributary.table.Tips;
import dev.tributary.table.Tips.Tip;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides what it means that DynamoDB no longer has what a shard's reader asks for. A place in a
 * shard is lost after 24 hours also where nothing was written behind it: it is a gap only if
 * somebody may have written since the reader last stood at the tip. Thread-safe.
 */
final class Losses {

  private static final Logger LOG = LoggerFactory.getLogger(Losses.class);

  /** What DynamoDB says. */
  enum Loss {
    /** The place is older than what it keeps. */
    TRIMMED,
    /** There is no such shard. */
    VANISHED,
    /** Nothing: the reader asks for the oldest that there is, whatever that is. */
    NONE
  }

  private final FoundGaps found;
  private final Tips tips;
  private final Clock clock;

  Losses(FoundGaps found, Tips tips, Clock clock) {
    this.found = found;
    this.tips = tips;
    this.clock = clock;
  }

  /**
   * Records the gap, if it is one, before the reader goes on behind it.
   *
   * @param covered what was written before this moment is no matter of the shard: a gap of the
   *     table's has it, or the table was empty then
   */
  void of(Loss loss, Tips.Shard shard, Instant covered) {
    Instant now = clock.instant();
    if (loss == Loss.NONE && gap(loss, shard, Optional.empty(), covered, now).isEmpty()) {
      // Nearly always, and so a shard that is opened costs no call.
      return;
    }
    Optional<Instant> at = tips.of(shard).flatMap(Tip::at);
    Optional<Gap> gap = gap(loss, shard, at, covered, now);
    gap.ifPresent(found::add);
    if (gap.isEmpty() && loss != Loss.NONE) {
      LOG.info("{} of table {}: {}, and nothing is lost by it", shard.id(), shard.table(), loss);
    }
  }

  static Optional<Gap> gap(
      Loss loss, Tips.Shard shard, Optional<Instant> at, Instant covered, Instant now) {
    Optional<Instant> created = Retention.created(shard.id());
    Optional<Instant> from = Retention.latest(at, created);
    Optional<Instant> sure =
        switch (loss) {
          // That something is lost is certain: only having been at the tip since can help.
          case TRIMMED -> at;
          // Of a shard that is younger than that nothing is trimmed: so its stream was deleted,
          // which is another gap.
          case VANISHED -> from;
          case NONE -> Retention.latest(from, Optional.of(covered));
        };
    if (sure.isPresent() && !Retention.isOver(sure.get(), now)) {
      return Optional.empty();
    }
    Gap.Kind kind = loss == Loss.VANISHED ? Gap.Kind.VANISHED_SHARD : Gap.Kind.TRIMMED;
    return Optional.of(new Gap(kind, shard.table(), shard.id(), from, now));
  }
}
