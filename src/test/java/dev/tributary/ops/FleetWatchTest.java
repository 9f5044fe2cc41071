package dev.tributary.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.table.Heartbeats.Beat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class FleetWatchTest {

  private long nanos;
  private boolean fails;
  private int workers = 1;
  private final FleetWatch watch = new FleetWatch(this::read, () -> nanos);

  private FleetStatus read() {
    if (fails) {
      throw new IllegalStateException("denied");
    }
    List<Beat> beats = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      beats.add(FleetShardsTest.beat("w" + i, 2));
    }
    return new FleetStatus(
        "places",
        FleetShardsTest.NOW,
        beats,
        List.of(),
        List.of(),
        List.of(),
        new Reasons(),
        new Reasons(),
        List.of(),
        List.of());
  }

  private void pass(int seconds) {
    nanos += TimeUnit.SECONDS.toNanos(seconds);
  }

  @Test
  void whatWasSeenStaysAndGrowsOld() {
    assertThat(watch.sight().status()).isEmpty();
    watch.look();
    pass(5);
    assertThat(watch.sight().status()).isPresent();
    assertThat(watch.sight().age()).isEqualTo(Duration.ofSeconds(5));
    fails = true;
    watch.look();
    pass(176);
    assertThat(watch.sight().status()).isPresent();
    assertThat(watch.sight().failure()).contains("java.lang.IllegalStateException: denied");
    assertThat(watch.sight().old()).isTrue();
    fails = false;
    watch.look();
    assertThat(watch.sight().old()).isFalse();
    assertThat(watch.sight().failure()).isEmpty();
  }

  @Test
  void manyWorkersLookMoreSeldomEach() {
    watch.look();
    assertThat(watch.pause()).isEqualTo(Duration.ofSeconds(15));
    workers = 3;
    watch.look();
    assertThat(watch.pause()).isEqualTo(Duration.ofSeconds(45));
    workers = 50;
    watch.look();
    assertThat(watch.pause()).isEqualTo(Duration.ofMinutes(1));
  }
}
