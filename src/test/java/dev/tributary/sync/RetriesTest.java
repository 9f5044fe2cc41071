package dev.tributary.sync;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RetriesTest {

  @Test
  void theDelayDoublesUpToTenMinutes() {
    assertThat(Retries.delay(1)).isEqualTo(Duration.ofSeconds(2));
    assertThat(Retries.delay(2)).isEqualTo(Duration.ofSeconds(4));
    assertThat(Retries.delay(10)).isEqualTo(Duration.ofMinutes(10));
    assertThat(Retries.delay(1_000_000)).isEqualTo(Duration.ofMinutes(10));
  }
}
