package dev.tributary.sync;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Whether the worker stops, and until when what is under way may still finish. Thread-safe. */
final class Stopping {

  private final LongSupplier nanoTime;
  private volatile Long deadline;

  Stopping(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  void begin(Duration bound) {
    deadline = nanoTime.getAsLong() + bound.toNanos();
  }

  boolean now() {
    return deadline != null;
  }

  boolean overdue() {
    Long end = deadline;
    return end != null && nanoTime.getAsLong() - end > 0;
  }
}
