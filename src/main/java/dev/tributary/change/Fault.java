package dev.tributary.change;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Objects;

/**
 * A fault of ours that one record or item brought to light. It costs that one alone: it becomes a
 * dead letter, with the trace.
 */
public record Fault(String reason, String trace) {

  /** A trace waits in memory until it is stored: more than a letter takes would be of no use. */
  private static final int MOST = 16_000;

  public Fault {
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(trace, "trace");
  }

  public static Fault of(Throwable failure) {
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace, true));
    String text = trace.toString();
    return new Fault(
        "a fault of Tributary's: " + failure, text.substring(0, Math.min(MOST, text.length())));
  }
}
