package dev.tributary.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.config.Settings;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PaceTest {

  private static final int ACTIONS = 1000;
  private static final long BYTES = 4_000_000;
  private static final int BULKS = 6;
  private static final long FAST = Duration.ofMillis(20).toNanos();

  private final Tally tally = new Tally();
  private final Pace pace =
      new Pace(
          new Settings.Limits(8 * BYTES, BYTES, ACTIONS, BULKS), Duration.ofSeconds(10), tally);

  private void takeFull(int bulks) {
    for (int i = 0; i < bulks; i++) {
      pace.taken(pace.round(), pace.bytes(), FAST, true);
    }
  }

  private void growToTheLimits() {
    takeFull(600);
    assertThat(pace.bulks()).isEqualTo(BULKS);
    assertThat(pace.actions()).isEqualTo(ACTIONS);
    assertThat(pace.bytes()).isEqualTo(BYTES);
  }

  @Test
  void itStartsSmallAndGrowsToItsLimitsAndNoFurther() {
    assertThat(pace.actions()).isEqualTo(125);
    assertThat(pace.bytes()).isEqualTo(500_000);
    assertThat(pace.bulks()).isEqualTo(2);
    takeFull(1);
    assertThat(pace.actions()).isEqualTo(187);
    growToTheLimits();
    assertThat(tally.totals().allowed()).isEqualTo(new Totals.Allowed(BULKS, ACTIONS, BYTES));
  }

  @Test
  void itGrowsOnlyWhileMoreWaits() {
    for (int i = 0; i < 100; i++) {
      pace.taken(pace.round(), 1000, FAST, false);
    }
    assertThat(pace.actions()).isEqualTo(125);
  }

  @Test
  void tooMuchHalvesTheBulksAtOnceAndThenTheirSize() {
    growToTheLimits();
    pace.tooMuch(pace.round());
    assertThat(pace.bulks()).isEqualTo(3);
    pace.tooMuch(pace.round());
    pace.tooMuch(pace.round());
    assertThat(pace.bulks()).isEqualTo(1);
    assertThat(pace.actions()).isEqualTo(ACTIONS);
    pace.tooMuch(pace.round());
    assertThat(pace.actions()).isEqualTo(ACTIONS / 2);
    assertThat(pace.bytes()).isEqualTo(BYTES / 2);
    for (int i = 0; i < 10; i++) {
      pace.tooMuch(pace.round());
    }
    assertThat(pace.actions()).as("tiny requests fill a queue as well").isEqualTo(ACTIONS / 8);
  }

  @Test
  void onceItWasTooMuchItComesBackByMuchSmallerSteps() {
    int bulks = 0;
    pace.tooSlow(pace.round());
    int cut = pace.actions();
    while (pace.actions() < 2 * cut) {
      takeFull(1);
      bulks++;
    }
    assertThat(bulks).isBetween(20, 30);
  }

  @Test
  void itNeverFallsBelowOneBulkOfOneDocument() {
    for (int i = 0; i < 100; i++) {
      pace.tooSlow(pace.round());
      assertThat(pace.turnedAway(pace.round(), Setback.OVERLOADED)).isTrue();
    }
    assertThat(pace.bulks()).isEqualTo(1);
    assertThat(pace.actions()).isEqualTo(1);
    assertThat(pace.bytes()).isPositive();
    pace.answered();
    growToTheLimits();
  }

  @Test
  void bulksThatLeftTogetherAreCutForOnce() {
    growToTheLimits();
    int together = pace.round();
    pace.tooMuch(together);
    pace.tooMuch(together);
    pace.tooSlow(together);
    assertThat(pace.turnedAway(together, Setback.NO_CONNECTION)).isFalse();
    assertThat(pace.bulks()).isEqualTo(3);
    assertThat(pace.actions()).isEqualTo(ACTIONS);
    assertThat(pace.probing()).isFalse();
  }

  @Test
  void anAnswerThatTakesHalfOfItsTimeoutIsTooSlowAndOneThatTakesAThirdIsNoReasonToGrow() {
    growToTheLimits();
    pace.taken(pace.round(), BYTES, Duration.ofSeconds(6).toNanos(), true);
    assertThat(pace.bulks()).isEqualTo(3);
    assertThat(pace.actions()).isEqualTo(ACTIONS / 2);
    pace.taken(pace.round(), BYTES, Duration.ofSeconds(3).toNanos(), true);
    assertThat(pace.actions()).isEqualTo(ACTIONS / 2);
  }

  @Test
  void whileAnswersBecomeMuchSlowerThanUsualItDoesNotGrow() {
    takeFull(200);
    pace.tooMuch(pace.round());
    int before = pace.bulks();
    for (int i = 0; i < 8; i++) {
      pace.taken(pace.round(), pace.bytes(), 10 * FAST, true);
    }
    assertThat(pace.bulks()).isEqualTo(before);
    takeFull(300);
    assertThat(pace.bulks()).isGreaterThan(before);
  }

  @Test
  void afterAnOutageOneSmallBulkTriesAndTheOthersFollowOnceItIsAnswered() {
    growToTheLimits();
    assertThat(pace.turnedAway(pace.round(), Setback.NO_CONNECTION)).isTrue();
    assertThat(pace.probing()).isTrue();
    assertThat(pace.bulks()).isEqualTo(1);
    assertThat(pace.actions()).isEqualTo(125);
    takeFull(1);
    assertThat(pace.probing()).isFalse();
    growToTheLimits();
  }

  @Test
  void aRefusedSizeIsRememberedAndSlowlyForgotten() {
    growToTheLimits();
    pace.tooLarge(BYTES);
    assertThat(pace.bytes()).isEqualTo(BYTES / 2);
    takeFull(60);
    assertThat(pace.bytes()).isBetween(BYTES / 2 + 1, BYTES - 1);
    for (int i = 0; i < 100; i++) {
      pace.taken(pace.round(), 1000, FAST, true);
    }
    assertThat(pace.bytes()).as("small bulks say nothing of it").isLessThan(BYTES);
    takeFull(100);
    assertThat(pace.bytes()).isEqualTo(BYTES);
  }

  @Test
  void aTinySizeThatWasRefusedForAMomentDoesNotKeepBulksTiny() {
    growToTheLimits();
    pace.tooLarge(300);
    assertThat(pace.bytes()).isEqualTo(150);
    for (int i = 0; i < 3000; i++) {
      // A single document goes whatever the bound is, and is larger than that at first.
      pace.taken(pace.round(), Math.max(1000, pace.bytes()), FAST, true);
    }
    assertThat(pace.bytes()).isEqualTo(BYTES);
  }
}
