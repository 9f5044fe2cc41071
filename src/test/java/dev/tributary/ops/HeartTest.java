package dev.tributary.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.config.Settings;
import dev.tributary.table.Heartbeats.Beat;
import dev.tributary.table.ShardLag;
import dev.tributary.table.ShardLag.State;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HeartTest {

  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

  private final List<Beat> stored = new ArrayList<>();
  private boolean fails;

  private final Heart.Store store =
      new Heart.Store() {
        @Override
        public void store(Beat beat) {
          if (fails) {
            throw new IllegalStateException("planted");
          }
          stored.add(beat);
        }

        @Override
        public void remove(String worker, Instant startedAt) {}
      };

  private final Heart.Vitals vitals =
      new Heart.Vitals() {
        @Override
        public List<ShardLag> lags() {
          return List.of(lag("a/1", 3), lag("a/2", 40), lag("a/3", 3));
        }

        @Override
        public Optional<String> trouble() {
          return Optional.of("OpenSearch does not take writes");
        }

        @Override
        public long bytesInFlight() {
          return 42;
        }
      };

  private static ShardLag lag(String name, int seconds) {
    return new ShardLag(name, Optional.of(Duration.ofSeconds(seconds)), State.AT_THE_TIP, "", 0, 0);
  }

  private final Heart heart =
      new Heart(
          store,
          new Settings.Worker(
              "w1",
              Duration.ofSeconds(10),
              Duration.ofMillis(200),
              Duration.ofSeconds(1),
              Duration.ofSeconds(20),
              false),
          () -> Map.of("places", "places"),
          Map.of("places", "digest"),
          vitals,
          Clock.fixed(NOW, ZoneOffset.UTC),
          () -> 0);

  @Test
  void aBeatTellsWhatLagsMostFirst() {
    heart.beat();
    Beat beat = stored.get(0);
    assertThat(beat.worker()).isEqualTo("w1");
    assertThat(beat.startedAt()).isEqualTo(NOW);
    assertThat(beat.shards()).extracting(ShardLag::name).containsExactly("a/2", "a/1", "a/3");
    assertThat(beat.trouble()).isPresent();
    assertThat(beat.bytesInFlight()).isEqualTo(42);
  }

  @Test
  void aBeatThatCannotBeStoredIsFollowedByTheNext() {
    fails = true;
    heart.beat();
    fails = false;
    heart.beat();
    assertThat(stored).hasSize(1);
  }

  @Test
  void itBeatsTwiceWithinTheFailoverButNotTooOften() {
    assertThat(Heart.every(Duration.ofSeconds(10))).isEqualTo(Duration.ofSeconds(5));
    assertThat(Heart.every(Duration.ofSeconds(60))).isEqualTo(Duration.ofSeconds(5));
    assertThat(Heart.every(Duration.ofSeconds(4))).isEqualTo(Duration.ofSeconds(2));
    assertThat(Heart.every(Duration.ofSeconds(1))).isEqualTo(Duration.ofSeconds(1));
  }
}
