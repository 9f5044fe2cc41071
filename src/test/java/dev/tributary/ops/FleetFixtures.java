package dev.tributary.ops;

import dev.tributary.ops.FleetStatus.Row;
import dev.tributary.ops.FleetStatus.Section;
import dev.tributary.table.Gap;
import dev.tributary.table.Gaps;
import dev.tributary.table.Heartbeats.Beat;
import dev.tributary.table.Holds.Hold;
import dev.tributary.table.ShardLag;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A fleet, made for tests of what is shown of it: of two workers that are well, to begin with. */
public final class FleetFixtures {

  public static final Instant NOW = Instant.parse("2026-03-01T03:00:00Z");
  public static final String HERE = "worker-a";
  private static final String SHARD = "places/shardId-0000000179495708434%d-29626dd%d";

  public final List<Beat> workers = new ArrayList<>();
  public final List<ShardStatus> shards = new ArrayList<>();
  public final List<ShardLag> lags = new ArrayList<>();
  public final List<Hold> holds = new ArrayList<>();
  public final List<Gaps.Open> gaps = new ArrayList<>();
  public final Reasons letters = new Reasons();
  public final Reasons pending = new Reasons();
  public final List<Section> sections = new ArrayList<>();

  public static FleetFixtures well() {
    FleetFixtures fleet = new FleetFixtures();
    fleet.worker(HERE, 3);
    fleet.worker("worker-b", 4);
    fleet.shard(1, 1, ShardLag.State.AT_THE_TIP, "");
    fleet.shard(2, 0, ShardLag.State.AT_THE_TIP, "");
    return fleet;
  }

  public void worker(String id, int secondsAgo) {
    workers.add(
        new Beat(
            id,
            NOW.minus(Duration.ofHours(5)),
            NOW.minusSeconds(secondsAgo),
            Duration.ofSeconds(5),
            Map.of("places", "places-000001", "place-sources", "place-sources-000002"),
            List.of(),
            Optional.empty(),
            480_000));
  }

  /** One of this worker's. */
  public void shard(int number, int seconds, ShardLag.State state, String why) {
    String name = SHARD.formatted(number, number);
    lags.removeIf(lag -> lag.name().equals(name));
    lags.add(
        new ShardLag(name, Optional.of(Duration.ofSeconds(seconds)), state, why, 37 * seconds, 0));
  }

  public void letter(String id, String reason) {
    letters.add("places", id, reason, NOW.minus(Duration.ofMinutes(50)));
  }

  public void pending(String id, String reason) {
    pending.add("places", id, reason, NOW.minus(Duration.ofMinutes(7)));
  }

  public void gap() {
    gaps.add(
        new Gaps.Open(
            new Gap(
                Gap.Kind.TRIMMED,
                "places",
                SHARD.formatted(1, 1),
                Optional.of(NOW.minus(Duration.ofHours(30))),
                NOW.minus(Duration.ofHours(25))),
            NOW.minus(Duration.ofHours(1)),
            HERE,
            NOW));
  }

  public void section(String title, Map<String, Object> fields) {
    sections.add(new Section(title, List.of(new Row(title, new LinkedHashMap<>(fields)))));
  }

  public FleetWatch.Sight sight() {
    return new FleetWatch.Sight(
        Optional.of(
            new FleetStatus(
                "places", NOW, workers, shards, holds, gaps, pending, letters, sections,
                List.of())),
        Duration.ofSeconds(6),
        Optional.empty());
  }
}
