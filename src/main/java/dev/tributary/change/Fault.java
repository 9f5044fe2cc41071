package dev.tributary.change;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Objects;

/**
 * A fault of ours that one record or item brought to light. It costs that one alone: it becomes a
 * dead letter, with the trace.
 */
public record Fault(String reason, String trace) {

  public Fault {
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(trace, "trace");
  }

  public static Fault of(Throwable failure) {
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace, true));
    return new Fault("a fault of Tributary's: " + failure, trace.toString());
  }
}
