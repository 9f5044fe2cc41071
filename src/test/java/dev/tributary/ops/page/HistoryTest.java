package dev.tributary.ops.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.ops.page.Sample.Series;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class HistoryTest {

  private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");

  private final History history = new History();
  private int samples;

  private void add(Map<String, Double> lags) {
    Instant at = START.plus(History.EVERY.multipliedBy(samples));
    history.add(new Sample(at, Map.of(Series.RECEIVED, (double) samples++), lags));
  }

  @Test
  void whatIsNotKnownIsNull() {
    add(Map.of("a", 1.5));
    add(Map.of());
    JsonNode json = history.json();
    assertThat(json.at("/at")).hasSize(2);
    assertThat(json.at("/series/received")).hasToString("[0.0,1.0]");
    assertThat(json.at("/series/p99")).hasToString("[null,null]");
    assertThat(json.at("/lags/a")).hasToString("[1.5,null]");
  }

  @Test
  void theOldestMakesRoomForTheNewest() {
    for (int i = 0; i < History.LENGTH + 3; i++) {
      add(Map.of());
    }
    JsonNode received = history.json().at("/series/received");
    assertThat(received).hasSize(History.LENGTH);
    assertThat(received.get(0).asInt()).isEqualTo(3);
    assertThat(received.get(History.LENGTH - 1).asInt()).isEqualTo(History.LENGTH + 2);
    assertThat(history.newest().at("/series/received"))
        .hasToString("[" + (History.LENGTH + 2) + ".0]");
  }

  @Test
  void aShardThatWentElsewhereIsForgottenAfterHalfAnHour() {
    add(Map.of("gone", 1.0));
    for (int i = 0; i < History.LENGTH - 1; i++) {
      add(Map.of("here", 1.0));
    }
    assertThat(history.json().path("lags").has("gone")).isTrue();
    add(Map.of("here", 1.0));
    assertThat(history.json().path("lags").has("gone")).isFalse();
    assertThat(history.json().path("lags").has("here")).isTrue();
  }

  @Test
  void veryManyShardsAreNotKept() {
    Map<String, Double> lags = new TreeMap<>();
    for (int i = 0; i < 3 * History.MOST_SHARDS; i++) {
      lags.put("shard-" + i, 1.0);
    }
    add(lags);
    add(lags);
    assertThat(history.json().path("lags")).hasSize(History.MOST_SHARDS);
  }
}
