package dev.tributary.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import software.amazon.kinesis.retrieval.polling.SleepTimeControllerConfig;

class RhythmTest {

  private static final long POLL = 250;

  private Instant now = Instant.parse("2026-11-18T07:00:00Z");
  private final Rhythm rhythm = new Rhythm(() -> now);

  private long after(Integer records, Duration ago, long poll) {
    return rhythm.getSleepTimeMillis(
        SleepTimeControllerConfig.builder()
            .lastSuccessfulCall(records == null ? null : now.minus(ago))
            .idleMillisBetweenCalls(poll)
            .lastRecordsCount(records)
            .build());
  }

  private long after(Integer records) {
    return after(records, Duration.ZERO, POLL);
  }

  private void emptyFor(Duration time, long poll) {
    Instant end = now.plus(time);
    while (now.isBefore(end)) {
      after(0, Duration.ZERO, poll);
      now = now.plusMillis(poll);
    }
  }

  @Test
  void afterManyRecordsItReadsOnAtOnce() {
    assertThat(after(ShardConsumer.MANY)).isZero();
    assertThat(after(1000)).isZero();
  }

  @Test
  void afterAFewOrNoneItRests() {
    assertThat(after(1)).isEqualTo(POLL);
    assertThat(after(0)).isEqualTo(POLL);
  }

  @Test
  void theTimeThatPassedSinceTheReadCounts() {
    assertThat(after(1, Duration.ofMillis(100), POLL)).isEqualTo(POLL - 100);
    assertThat(after(1, Duration.ofSeconds(9), POLL)).isZero();
  }

  @Test
  void aClockThatWentBackMakesNoReadWaitLonger() {
    assertThat(after(1, Duration.ofHours(-1), POLL)).isEqualTo(POLL);
  }

  @Test
  void afterAReadThatFailedItRestsTwiceAsLong() {
    assertThat(after(null)).isEqualTo(2 * POLL);
  }

  @Test
  void aShardThatIsQuietForAMinuteIsReadMoreSeldom() {
    emptyFor(Rhythm.QUIET_AFTER.minusMillis(POLL), POLL);
    assertThat(after(0)).isEqualTo(POLL);
    emptyFor(Duration.ofSeconds(1), POLL);
    assertThat(after(0)).isEqualTo(4 * POLL);
    assertThat(after(1)).isEqualTo(POLL);
    assertThat(after(0)).isEqualTo(POLL);
  }

  @Test
  void aQuietShardIsReadEverySecondUnlessThePollIsLonger() {
    emptyFor(Rhythm.QUIET_AFTER.plusSeconds(1), 400);
    assertThat(after(0, Duration.ZERO, 400)).isEqualTo(1000);
    assertThat(after(0, Duration.ZERO, 3000)).isEqualTo(3000);
  }
}
