package dev.tributary.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PaceTest {

  private static final Pace PRODUCTION = pace(10_000);
  private static final Pace LOCAL = pace(2_000);

  private static Pace pace(long failoverMillis) {
    return new Pace(Duration.ofMillis(failoverMillis), Duration.ofMillis(50));
  }

  /** From the death of the leading worker until another one reads its shards. */
  private static long takeOverMillis(Pace pace) {
    return pace.leadershipMillis()
        + pace.leaderHeartbeatMillis()
        + pace.failoverMillis()
        + pace.assignmentMillis()
        + pace.findingMillis()
        + pace.dispatchMillis();
  }

  @Test
  void inProductionALeadersShardsAreTakenOverWithinHalfAMinute() {
    assertThat(takeOverMillis(PRODUCTION)).isLessThan(30_000);
  }

  @Test
  void onADevelopersMachineALeadersShardsAreTakenOverWithinTenSeconds() {
    assertThat(takeOverMillis(LOCAL)).isLessThan(10_000);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 500, 2_000, 10_000, 60_000})
  void noIntervalIsEverZero(long failoverMillis) {
    Pace pace = pace(failoverMillis);
    assertThat(
            LongStream.of(
                pace.failoverMillis(),
                pace.pollMillis(),
                pace.assignmentMillis(),
                pace.findingMillis(),
                pace.leadershipMillis(),
                pace.leaderHeartbeatMillis(),
                pace.workerReportMillis(),
                pace.dispatchMillis(),
                pace.parentPollMillis(),
                pace.taskBackoffMillis(),
                pace.initializationBackoffMillis()))
        .allMatch(millis -> millis > 0);
  }

  @ParameterizedTest
  @ValueSource(longs = {500, 2_000, 10_000, 60_000})
  void aLivingLeaderShowsItselfSeveralTimesBeforeItsLeadershipLapses(long failoverMillis) {
    Pace pace = pace(failoverMillis);
    assertThat(3 * pace.leaderHeartbeatMillis()).isLessThanOrEqualTo(pace.leadershipMillis());
  }

  @ParameterizedTest
  @ValueSource(longs = {500, 2_000, 10_000})
  void aWorkersReportOutlivesItsWholeSeconds(long failoverMillis) {
    assertThat(pace(failoverMillis).workerReportMillis()).isGreaterThanOrEqualTo(3_000);
  }
}
