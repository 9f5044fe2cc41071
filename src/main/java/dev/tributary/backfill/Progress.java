package dev.tributary.backfill;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Says now and then how far something long has come. Thread-safe. */
final class Progress {

  private static final Duration BETWEEN_LINES = Duration.ofSeconds(5);

  private final Consumer<String> tell;
  private final Pauses pauses;
  private long next;

  Progress(Consumer<String> tell, Pauses pauses) {
    this.tell = tell;
    this.pauses = pauses;
    this.next = pauses.nanoTime() + BETWEEN_LINES.toNanos();
  }

  /** If it is time. */
  synchronized void at(Supplier<String> line) {
    if (pauses.nanoTime() - next >= 0) {
      now(line);
    }
  }

  /** In any case. */
  synchronized void now(Supplier<String> line) {
    next = pauses.nanoTime() + BETWEEN_LINES.toNanos();
    tell.accept(line.get());
  }
}
