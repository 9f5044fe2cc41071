package dev.tributary.enrich.events;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says once that something does not work, now and then that it still does not, and its end. */
final class Trouble {

  private static final Logger LOG = LoggerFactory.getLogger(ObjectEvents.class);
  private static final long WHILE_IT_LASTS = Duration.ofMinutes(10).toNanos();
  private static final long BETWEEN_TWO = Duration.ofSeconds(10).toNanos();

  private final String what;
  private final LongSupplier nanoTime;
  private boolean lasting;
  private boolean saidBefore;
  private boolean sayItsEnd;
  private long since;
  private long lastLine;

  /**
   * @param what does not work, as the start of a sentence
   */
  Trouble(String what, LongSupplier nanoTime) {
    this.what = what;
    this.nanoTime = nanoTime;
  }

  void because(String reason) {
    long now = nanoTime.getAsLong();
    boolean quiet = saidBefore && now - lastLine < (sayItsEnd ? WHILE_IT_LASTS : BETWEEN_TWO);
    if (!lasting) {
      lasting = true;
      since = now;
    }
    if (quiet) {
      LOG.debug("{}: {}", what, reason);
      return;
    }
    saidBefore = true;
    sayItsEnd = true;
    lastLine = now;
    LOG.warn("{}, trying again: {}", what, reason);
  }

  void over() {
    if (sayItsEnd) {
      long seconds = Duration.ofNanos(nanoTime.getAsLong() - since).toSeconds();
      LOG.info("{}: this is over after {} s", what, seconds);
    }
    lasting = false;
    sayItsEnd = false;
  }
}
