package dev.tributary.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BackoffTest {

  private final Backoff backoff =
      new Backoff(Duration.ofMillis(100), Duration.ofSeconds(5), new Random(7));

  @Test
  void doublesWithJitterUpToItsBound() {
    assertThat(backoff.after(1)).isBetween(Duration.ofMillis(50), Duration.ofMillis(100));
    assertThat(backoff.after(3)).isBetween(Duration.ofMillis(200), Duration.ofMillis(400));
    for (int failures : new int[] {10, 63, 64, 1_000_000, Integer.MAX_VALUE}) {
      assertThat(backoff.after(failures)).isBetween(Duration.ofMillis(2500), Duration.ofSeconds(5));
    }
  }
}
