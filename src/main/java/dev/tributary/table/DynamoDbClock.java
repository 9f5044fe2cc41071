package dev.tributary.table;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.function.LongSupplier;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/**
 * The time as DynamoDB has it, which dates the stream's records. The machine's clock gives the
 * first moment; from there the monotonic clock counts, and DynamoDB's answers, which are dated, put
 * it right. So a machine whose clock is wrong, or jumps, reads no item in the future. Thread-safe.
 */
final class DynamoDbClock extends Clock implements ExecutionInterceptor {

  /** Answers are dated in whole seconds and take their time, which is no reason to go back. */
  private static final Duration TOLERANCE = Duration.ofSeconds(2);

  private record Moment(Instant time, long nanos) {}

  private final LongSupplier nanoTime;
  private volatile Moment last;

  DynamoDbClock(Instant first, LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.last = new Moment(first, nanoTime.getAsLong());
  }

  @Override
  public void afterTransmission(
      Context.AfterTransmission context, ExecutionAttributes executionAttributes) {
    answered(context.httpResponse().firstMatchingHeader("Date"));
  }

  /**
   * @param date as HTTP writes it
   */
  void answered(Optional<String> date) {
    date.flatMap(DynamoDbClock::parsed).ifPresent(this::answered);
  }

  private void answered(Instant date) {
    if (Duration.between(date, instant()).abs().compareTo(TOLERANCE) > 0) {
      last = new Moment(date, nanoTime.getAsLong());
    }
  }

  private static Optional<Instant> parsed(String date) {
    try {
      return Optional.of(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date, Instant::from));
    } catch (DateTimeException e) {
      // The next answer is dated too.
      return Optional.empty();
    }
  }

  @Override
  public Instant instant() {
    Moment moment = last;
    return moment.time().plusNanos(nanoTime.getAsLong() - moment.nanos());
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("only instants are asked of it");
  }
}
