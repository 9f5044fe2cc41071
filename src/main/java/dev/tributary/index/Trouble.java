package dev.tributary.index;

import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says that OpenSearch does not take writes, without saying it a thousand times. */
final class Trouble {

  private static final Logger LOG = LoggerFactory.getLogger(BulkWriter.class);
  private static final long BETWEEN_LINES = 10_000_000_000L;

  private final LongSupplier nanoTime;
  private boolean inTrouble;
  private boolean saidBefore;
  private boolean sayItsEnd;
  private long since;
  private long lastLine;
  private long retries;

  Trouble(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  void unavailable(String reason, int writes) {
    long now = nanoTime.getAsLong();
    retries += writes;
    if (!inTrouble) {
      inTrouble = true;
      since = now;
    }
    if (saidBefore && now - lastLine < BETWEEN_LINES) {
      return;
    }
    saidBefore = true;
    sayItsEnd = true;
    lastLine = now;
    LOG.warn(
        "OpenSearch does not take writes, trying again: {} (writes to retry: {})", reason, retries);
  }

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
