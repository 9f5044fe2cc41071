package dev.tributary.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.change.SequenceNumber;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ShardProgressTest {

  private static final Instant START = Instant.parse("2026-11-17T12:00:00Z");

  private final ShardProgress progress = new ShardProgress();

  private static Instant at(int seconds) {
    return START.plusSeconds(seconds);
  }

  private void readNothing(int times, int second) {
    for (int i = 0; i < times; i++) {
      progress.readNothing(at(second));
    }
  }

  @Test
  void oneEmptyReadIsNotTheTip() {
    readNothing(ShardProgress.READS_AT_THE_TIP - 1, 100);
    assertThat(progress.toStore()).isEmpty();
    readNothing(1, 101);
    assertThat(progress.toStore()).contains(at(101).minus(ShardProgress.READ_TIME));
  }

  @Test
  void recordsBetweenEmptyReadsBeginTheCountAnew() {
    readNothing(ShardProgress.READS_AT_THE_TIP - 1, 100);
    progress.read(SequenceNumber.of("7"), at(50));
    progress.finished(SequenceNumber.of("7"));
    readNothing(ShardProgress.READS_AT_THE_TIP - 1, 200);
    assertThat(progress.toStore()).contains(at(50));
  }

  @Test
  void theTipDoesNotCountWhileSomethingIsUnfinished() {
    progress.read(SequenceNumber.of("7"), at(50));
    readNothing(ShardProgress.READS_AT_THE_TIP, 200);
    assertThat(progress.toStore()).isEmpty();
    progress.finished(SequenceNumber.of("6"));
    assertThat(progress.toStore()).as("not all of what was read").isEmpty();
    progress.finished(SequenceNumber.of("10"));
    assertThat(progress.toStore()).contains(at(50));
    readNothing(1, 300);
    assertThat(progress.toStore()).contains(at(300).minus(ShardProgress.READ_TIME));
  }

  @Test
  void behindRecordsWithoutAPlaceNothingCountsAsTheTip() {
    progress.read(SequenceNumber.of("7"), at(50));
    progress.readUnknown();
    progress.read(SequenceNumber.of("9"), at(90));
    progress.finished(SequenceNumber.of("9"));
    readNothing(ShardProgress.READS_AT_THE_TIP, 200);
    assertThat(progress.toStore()).contains(at(50));
  }

  @Test
  void itNeverGoesBackAndIsStoredOnce() {
    progress.read(SequenceNumber.of("7"), at(500));
    progress.read(SequenceNumber.of("8"), at(400));
    progress.finished(SequenceNumber.of("8"));
    assertThat(progress.toStore()).contains(at(500));
    progress.stored(at(500));
    assertThat(progress.toStore()).isEmpty();
  }

  @Test
  void whatWasPassedIsKnownFromReadsThatWereAskedForLater() {
    for (int second = 1; second < ShardProgress.READS_AT_THE_TIP; second++) {
      readNothing(1, second);
    }
    assertThat(progress.passed()).isEmpty();
    readNothing(1, 5);
    assertThat(progress.passed()).contains(at(1));
    readNothing(1, 6);
    assertThat(progress.passed()).contains(at(2));

    progress.read(SequenceNumber.of("7"), at(7));
    readNothing(ShardProgress.READS_AT_THE_TIP, 20);
    assertThat(progress.passed()).as("the record is not finished").contains(at(2));
    progress.finished(SequenceNumber.of("7"));
    assertThat(progress.passed()).contains(at(7));
    readNothing(1, 21);
    assertThat(progress.passed()).contains(at(20));
  }
}
