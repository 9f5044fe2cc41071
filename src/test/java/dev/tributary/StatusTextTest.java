package dev.tributary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.explain.Paint;
import dev.tributary.ops.FleetStatus;
import dev.tributary.ops.FleetStatus.Row;
import dev.tributary.ops.FleetStatus.Section;
import dev.tributary.ops.Reasons;
import dev.tributary.ops.ShardStatus;
import dev.tributary.ops.ShardStatus.State;
import dev.tributary.ops.StatusJson;
import dev.tributary.table.Heartbeats.Beat;
import dev.tributary.table.Holds.Cause;
import dev.tributary.table.Holds.Hold;
import dev.tributary.table.Holds.What;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StatusTextTest {

  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static final String SHARD = "shardId-00000001794957084343-29626dd";

  private static FleetStatus status() {
    List<ShardStatus> shards = new ArrayList<>();
    for (int i = 0; i < 25; i++) {
      shards.add(
          new ShardStatus(
              "places/" + SHARD + i,
              Optional.of("ip-10-0-0-1.eu-west-1.compute.internal-1"),
              Optional.of(Duration.ofMinutes(50 - i)),
              State.STUCK,
              "limits.bytesInFlight is full of documents that are not written yet",
              i));
    }
    return new FleetStatus(
        "places",
        NOW,
        List.of(
            new Beat(
                "ip-10-0-0-1.eu-west-1.compute.internal-1",
                NOW.minusSeconds(7200),
                NOW.minusSeconds(3),
                Duration.ofSeconds(5),
                Map.of(),
                List.of(),
                Optional.of("OpenSearch does not take writes: its disk is full"),
                0)),
        shards,
        List.of(
            new Hold(
                What.INDEX, "places", Cause.OPERATOR, "a ".repeat(80) + "migration", "eve", NOW)),
        List.of(),
        new Reasons(),
        new Reasons(),
        List.of(new Section("backfills", List.of(new Row("b1, 40 %", Map.of("done", 40))))),
        List.of());
  }

  @Test
  void noLineIsWiderThanTheTerminal() {
    for (int width : List.of(40, 80, 120)) {
      assertThat(StatusText.lines(status(), Paint.OFF, width))
          .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(width));
    }
  }

  @Test
  void theVerdictComesFirstAndIsWhole() {
    List<String> lines = StatusText.lines(status(), Paint.OFF, 80);
    assertThat(lines.get(0)).startsWith("Stuck: places/" + SHARD + "0 by 50 min");
    assertThat(String.join(" ", lines.subList(0, 3)).replaceAll(" +", " "))
        .contains("limits.bytesInFlight is full", "and 24 more shards");
  }

  @Test
  void longListsAreCutAndSaySo() {
    assertThat(StatusText.lines(status(), Paint.OFF, 200))
        .contains("  … and 5 more; --json lists all", "backfills", "  b1, 40 %")
        .anyMatch(line -> line.endsWith("migration; resume lets it go on"));
  }

  @Test
  void jsonHasAllOfIt() {
    var json = StatusJson.of(status());
    assertThat(json.path("shards")).hasSize(25);
    assertThat(json.at("/backfills/0/done").asInt()).isEqualTo(40);
    assertThat(json.at("/verdict/level").asText()).isEqualTo("BAD");
  }
}
