package dev.tributary.index;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says why OpenSearch does not take writes, without saying it a thousand times. */
final class Trouble {

  private static final Logger LOG = LoggerFactory.getLogger(BulkWriter.class);
  private static final long BETWEEN_LINES = 10_000_000_000L;

  private final LongSupplier nanoTime;
  private final Map<Setback, Long> lastLines = new EnumMap<>(Setback.class);
  private boolean inTrouble;
  private boolean sayItsEnd;
  private long since;
  private long retries;

  Trouble(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Each reason has lines of its own, so that none hides another. */
  void met(Setback why, String reason, int writes) {
    long now = nanoTime.getAsLong();
    retries += writes;
    if (!inTrouble) {
      inTrouble = true;
      since = now;
    }
    Long lastLine = lastLines.get(why);
    if (lastLine != null && now - lastLine < BETWEEN_LINES) {
      return;
    }
    lastLines.put(why, now);
    sayItsEnd = true;
    LOG.warn(
        "OpenSearch does not take writes, trying again: {} ({}). To do: {} (writes to retry: {})",
        why.title(),
        reason,
        why.advice(),
        retries);
  }

  /** Everything that was put off is written. */
  void over() {
    if (inTrouble) {
      inTrouble = false;
      if (sayItsEnd) {
        LOG.info(
            "OpenSearch takes writes again after {} s (writes retried: {})",
            (nanoTime.getAsLong() - since) / 1_000_000_000L,
            retries);
      }
      sayItsEnd = false;
      retries = 0;
    }
  }
}
