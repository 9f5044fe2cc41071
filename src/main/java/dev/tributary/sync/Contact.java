package dev.tributary.sync;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Whether a server answers those who ask it every few seconds anyway, so that health costs no calls
 * of its own. One thread tells, any may ask.
 */
public final class Contact {

  /**
   * @param failure what came instead of the last answer, in a person's words; absent where that was
   *     an answer
   * @param silence how long ago the last answer came; the time since the start where none did
   */
  public record State(Optional<String> failure, Duration silence) {}

  private final LongSupplier nanoTime;
  private volatile long answeredAt;
  private volatile String failure = "it was not asked yet";

  Contact(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.answeredAt = nanoTime.getAsLong();
  }

  void answered() {
    answeredAt = nanoTime.getAsLong();
    failure = null;
  }

  void failed(String why) {
    failure = why;
  }

  public State state() {
    return new State(
        Optional.ofNullable(failure), Duration.ofNanos(nanoTime.getAsLong() - answeredAt));
  }
}
