package dev.tributary.backfill;

import dev.tributary.stream.ExtraReader.Reach;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Waits until an {@link ExtraConsumer} has passed a moment, and says how far it is. */
public final class Replay {

  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final int LOOKS_BETWEEN_LINES = 5;

  private final ExtraConsumer consumer;
  private final BooleanSupplier allowed;
  private final Consumer<String> lines;
  private final Pauses pauses;

  /**
   * @param allowed whether nobody else reads the streams beside the workers
   */
  public Replay(
      ExtraConsumer consumer, BooleanSupplier allowed, Consumer<String> lines, Pauses pauses) {
    this.consumer = consumer;
    this.allowed = allowed;
    this.lines = lines;
    this.pauses = pauses;
  }

  /**
   * @param giveUp asked every second
   * @return whether it has passed; not if it gave up
   * @throws IllegalStateException if it cannot go on: what it has done stays, and the next one of
   *     its name goes on
   */
  public boolean awaitPassed(Instant moment, BooleanSupplier giveUp) throws InterruptedException {
    for (int look = 1; !consumer.hasPassed(moment); look++) {
      if (giveUp.getAsBoolean()) {
        return false;
      }
      if (!allowed.getAsBoolean()) {
        throw new IllegalStateException(
            "the right to read beside the workers was lost: DynamoDB did not answer for long");
      }
      if (look % LOOKS_BETWEEN_LINES == 0) {
        lines.accept(describe(consumer.reach(moment)));
      }
      pauses.rest(LOOK);
    }
    return true;
  }

  private static String describe(Reach reach) {
    return "%d of %d shards done, %s"
        .formatted(
            reach.passed(),
            reach.shards(),
            reach.least().map(at -> "all of them up to " + at).orElse("others not begun yet"));
  }
}
