package dev.tributary.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.ops.ShardStatus.State;
import dev.tributary.ops.Verdict.Level;
import dev.tributary.table.Heartbeats.Beat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VerdictTest {

  private final List<Beat> workers = new ArrayList<>(List.of(FleetShardsTest.beat("w1", 2)));
  private final List<ShardStatus> shards = new ArrayList<>();
  private final List<String> unknown = new ArrayList<>();
  private final Reasons letters = new Reasons();

  private Verdict verdict() {
    return new FleetStatus(
            "app",
            FleetShardsTest.NOW,
            workers,
            shards,
            List.of(),
            List.of(),
            new Reasons(),
            letters,
            List.of(),
            unknown)
        .verdict();
  }

  private void shard(String name, int seconds, State state, String why) {
    shards.add(
        new ShardStatus(
            name, Optional.of("w1"), Optional.of(Duration.ofSeconds(seconds)), state, why, 0));
  }

  private void assertVerdict(Level level, String text) {
    assertThat(verdict()).isEqualTo(new Verdict(level, text));
  }

  @Test
  void allIsWell() {
    shard("places/s1", 1, State.AT_THE_TIP, "");
    shard("places/s2", 0, State.AFTER_ITS_PARENT, "");
    assertVerdict(Level.GOOD, "Up to date: 2 shards, lag at most 1 s");
  }

  @Test
  void whatNobodyHoldsComesBeforeWhatLagsMore() {
    shard("places/s1", 4000, State.BEHIND, "");
    shard("places/s2", 240, State.NOBODYS, "no worker holds it");
    assertVerdict(Level.BAD, "Behind: places/s2 by 4 min, no worker holds it; and 1 more shard");
  }

  @Test
  void aHandoverIsNoAlarm() {
    shard("places/s1", 50, State.NOBODYS, "no worker holds it");
    assertThat(verdict().level()).isEqualTo(Level.NOTICE);
    shards.clear();
    shard("places/s1", 50, State.OPENING, "");
    assertVerdict(Level.NOTICE, "Starting: 1 shard not read yet, lag at most 50 s");
  }

  @Test
  void aStuckShardSaysWhy() {
    shard("places/s1", 50, State.STUCK, "OpenSearch does not take writes: it is overloaded");
    assertVerdict(
        Level.BAD, "Stuck: places/s1 by 50 s, OpenSearch does not take writes: it is overloaded");
  }

  @Test
  void withoutALivingWorkerNothingIsIndexed() {
    workers.set(0, FleetShardsTest.beat("w1", 300));
    shard("places/s1", 300, State.NOBODYS, "");
    assertVerdict(
        Level.BAD, "Down: no worker of application 'app' shows life for 5 min; nothing is indexed");
    workers.clear();
    assertVerdict(Level.BAD, "Down: no worker of application 'app' shows life; nothing is indexed");
  }

  @Test
  void whatIsListedIsToldThoughNothingLags() {
    shard("places/s1", 0, State.AT_THE_TIP, "");
    letters.add("places", "a", "bad 1", FleetShardsTest.NOW);
    letters.add("places", "b", "bad 2", FleetShardsTest.NOW);
    assertVerdict(Level.NOTICE, "Up to date: 1 shard, lag at most 0 s. But 2 dead letters");
    assertThat(letters.groups())
        .containsExactly(
            new Reasons.Group("places", "bad …", 2, List.of("a", "b"), FleetShardsTest.NOW));
  }

  @Test
  void whatCannotBeSeenIsNotCalledWell() {
    unknown.add("the shards of table 'places': no rights");
    assertThat(verdict().level()).isEqualTo(Level.NOTICE);
    assertThat(verdict().text()).isEqualTo("Not known: the shards of table 'places': no rights");
  }
}
