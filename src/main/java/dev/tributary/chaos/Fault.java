package dev.tributary.chaos;

import java.io.IOException;
import java.time.Duration;

/**
 * One fault: it begins, lasts, and is mended.
 *
 * @param what it is, for people
 */
record Fault(FaultKind kind, String what, Duration lasts, Step inject, Step mend) {

  /** A part of it that touches processes or servers. */
  interface Step {
    void run() throws IOException, InterruptedException;
  }
}
