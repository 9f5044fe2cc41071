package dev.tributary.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DynamoDbClockTest {

  private static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");
  private static final Optional<String> NOON_IN_HTTP = Optional.of("Mon, 2 Mar 2026 12:00:00 GMT");

  private long nanos = Long.MAX_VALUE - 1000;

  private DynamoDbClock clock(Instant first) {
    return new DynamoDbClock(first, () -> nanos);
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
  }

  @ParameterizedTest
  @ValueSource(longs = {-25, -1, 1, 25})
  void aMachineWhoseClockIsHoursOffIsPutRightByTheFirstAnswer(long hours) {
    DynamoDbClock clock = clock(NOON.plus(Duration.ofHours(hours)));
    clock.answered(NOON_IN_HTTP);
    assertThat(clock.instant()).isEqualTo(NOON);
  }

  @Test
  void timePassesByTheMonotonicClockEvenWhereThatWraps() {
    DynamoDbClock clock = clock(NOON);
    pass(Duration.ofMinutes(3));
    assertThat(clock.instant()).isEqualTo(NOON.plus(Duration.ofMinutes(3)));
  }

  @Test
  void anAnswerThatOnlyTookItsTimeDoesNotSetItBack() {
    DynamoDbClock clock = clock(NOON);
    pass(Duration.ofMillis(1900));
    clock.answered(NOON_IN_HTTP);
    assertThat(clock.instant()).isEqualTo(NOON.plusMillis(1900));
  }

  @Test
  void anAnswerWithoutADateOrWithAnotherFormChangesNothing() {
    DynamoDbClock clock = clock(NOON);
    clock.answered(Optional.empty());
    clock.answered(Optional.of("yesterday"));
    assertThat(clock.instant()).isEqualTo(NOON);
  }
}
