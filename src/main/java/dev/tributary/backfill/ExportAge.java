package dev.tributary.backfill;

import java.time.Duration;
import java.time.Instant;

/**
 * Whether the stream can make up for an export's age. It keeps a day; what a load and a replay may
 * take of that is left.
 */
public final class ExportAge {

  /** How old an export may be when its load begins. */
  private static final Duration AT_THE_BEGINNING = Duration.ofHours(20);

  private ExportAge() {}

  /**
   * Whether the stream will still have what came after the export when the load is done, if that
   * takes no more than a few hours. It is asked again then.
   *
   * @param time the export's
   */
  public static boolean isYoung(Instant time, Instant now) {
    return Duration.between(time, now).compareTo(AT_THE_BEGINNING) <= 0;
  }
}
