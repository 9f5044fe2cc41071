package dev.tributary.backfill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReadUnitsTest {

  private final HeldTime time = new HeldTime();

  @Test
  void aSecondsWorthIsThereAtOnce() throws InterruptedException {
    ReadUnits units = ReadUnits.perSecond(100, time);
    units.before();
    units.after(100);
    units.before();
    assertThat(time.rests).isEmpty();
  }

  @Test
  void whatWasOverdrawnIsMadeUpFor() throws InterruptedException {
    ReadUnits units = ReadUnits.perSecond(100, time);
    units.after(350);
    units.before();
    assertThat(time.rests).containsExactly(Duration.ofMillis(2500));
    assertThat(units.spent()).isEqualTo(350);
  }

  @Test
  void overALongRunItIsThePace() throws InterruptedException {
    ReadUnits units = ReadUnits.perSecond(10, time);
    for (int i = 0; i < 200; i++) {
      units.before();
      units.after(5);
    }
    units.before();
    // Of 1,000 units the first ten cost no time.
    assertThat(time.rested()).isBetween(Duration.ofSeconds(98), Duration.ofSeconds(100));
  }

  @Test
  void restingLongSavesUpASecondAndNoMore() throws InterruptedException {
    ReadUnits units = ReadUnits.perSecond(10, time);
    time.pass(Duration.ofHours(1));
    units.before();
    units.after(30);
    units.before();
    assertThat(time.rests).containsExactly(Duration.ofSeconds(2));
  }

  @Test
  void withoutALimitNobodyWaitsAndAllIsCounted() throws InterruptedException {
    ReadUnits units = ReadUnits.unlimited(time);
    units.after(1e9);
    units.before();
    assertThat(time.rests).isEmpty();
    assertThat(units.spent()).isEqualTo(1e9);
  }

  @Test
  void whatIsLeftOverIsAskedForAgainWithGrowingPauses() throws InterruptedException {
    ReadUnits units = ReadUnits.unlimited(time);
    for (int times = 1; times <= 9; times++) {
      units.leftOver(times);
    }
    assertThat(time.rests.get(0)).isEqualTo(Duration.ofMillis(100));
    assertThat(time.rests.get(1)).isEqualTo(Duration.ofMillis(200));
    assertThat(time.rests.get(8)).isEqualTo(Duration.ofMillis(6400));
  }

  @Test
  void aPaceOfNothingIsRefused() {
    assertThatThrownBy(() -> ReadUnits.perSecond(0, time))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
