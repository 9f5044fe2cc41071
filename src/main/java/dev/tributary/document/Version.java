package dev.tributary.document;

import dev.tributary.change.Origin;
import java.time.Duration;
import java.time.Instant;

/**
 * The number that orders all writes of one document: {@code seconds << 30 | order}, from the record
 * alone, so that a restart, a replay or a second worker comes to the same number.
 *
 * <p>The order bits grow with the sequence number inside one second. DynamoDB writes {@code <log
 * number><20 digits>}, and the log number is what grows; DynamoDB Local counts in the 20 digits and
 * leaves the log number zero. Thirty bits can wrap within a second: the write that loses by it gets
 * a 409, which is settled by the sequence numbers themselves.
 */
public final class Version {

  private static final int ORDER_BITS = 30;
  private static final long ORDER_MASK = (1L << ORDER_BITS) - 1;
  private static final long MAX_SECOND = Long.MAX_VALUE >> ORDER_BITS;
  private static final int DIGITS_BELOW_LOG_NUMBER = 20;

  private Version() {}

  public static long of(Origin.Streamed origin) {
    return seconds(origin.createdAt()) | order(origin.sequenceNumber().text());
  }

  /**
   * The version of what a backfill read.
   *
   * @param readAt a moment before the read was asked for
   * @param margin how far DynamoDB's record times may lie behind the writes; too little loses a
   *     write, too much costs nothing
   */
  public static long ofRead(Instant readAt, Duration margin) {
    if (margin.isNegative()) {
      throw new IllegalArgumentException("A negative margin would outrank later writes: " + margin);
    }
    return seconds(readAt.minus(margin));
  }

  /** Kept in range whatever the clock said: one negative version fails a whole bulk request. */
  private static long seconds(Instant time) {
    return Math.min(Math.max(time.getEpochSecond(), 0), MAX_SECOND) << ORDER_BITS;
  }

  private static long order(String sequenceNumber) {
    int logDigits = Math.max(0, sequenceNumber.length() - DIGITS_BELOW_LOG_NUMBER);
    return isZero(sequenceNumber, logDigits)
        ? lowBits(sequenceNumber, logDigits, sequenceNumber.length())
        : lowBits(sequenceNumber, 0, logDigits);
  }

  private static boolean isZero(String digits, int end) {
    for (int i = 0; i < end; i++) {
      if (digits.charAt(i) != '0') {
        return false;
      }
    }
    return true;
  }

  /** The number's remainder by a power of two, digit by digit: far cheaper than big integers. */
  private static long lowBits(String digits, int start, int end) {
    long bits = 0;
    for (int i = start; i < end; i++) {
      bits = (bits * 10 + (digits.charAt(i) - '0')) & ORDER_MASK;
    }
    return bits;
  }
}
