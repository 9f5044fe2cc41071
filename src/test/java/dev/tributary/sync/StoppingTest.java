package dev.tributary.sync;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class StoppingTest {

  private long now = Long.MAX_VALUE - 5;
  private final Stopping stopping = new Stopping(() -> now);

  @Test
  void aRunningWorkerDoesNotStop() {
    assertThat(stopping.now()).isFalse();
    assertThat(stopping.overdue()).isFalse();
  }

  @Test
  void aStopIsOverdueOnlyBehindItsBoundEvenWhereTheClockWraps() {
    stopping.begin(Duration.ofNanos(10));
    assertThat(stopping.now()).isTrue();
    assertThat(stopping.overdue()).isFalse();
    now += 10;
    assertThat(stopping.overdue()).isFalse();
    now += 1;
    assertThat(stopping.overdue()).isTrue();
    assertThat(stopping.now()).isTrue();
  }
}
