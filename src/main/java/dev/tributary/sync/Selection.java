package dev.tributary.sync;

import dev.tributary.change.Change;
import dev.tributary.change.Origin;
import dev.tributary.document.Action;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * Which changes of the streams are done, and what of them: all, or what a replay is asked for.
 *
 * @param from what was written before is passed over
 * @param entity what others ask for is passed over
 */
public record Selection(Optional<Instant> from, Optional<String> entity) {

  public static final Selection ALL = new Selection(Optional.empty(), Optional.empty());

  /** Records carry the second in which they were written, those of DynamoDB Local the minute. */
  private static final Duration COARSE = Duration.ofMinutes(1);

  public Selection {
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(entity, "entity");
  }

  boolean takes(Change change) {
    return !(change.origin() instanceof Origin.Streamed record)
        || from.map(moment -> !record.createdAt().isBefore(moment.minus(COARSE))).orElse(true);
  }

  /**
   * Asked of what remains after the entities of a change were merged: what one asks to be deleted
   * another may ask for.
   */
  boolean takes(Action action) {
    return entity
        .map(name -> action instanceof Action.Targeted to && to.entity().equals(name))
        .orElse(true);
  }
}
