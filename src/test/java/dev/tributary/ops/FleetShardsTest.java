package dev.tributary.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.ops.ShardStatus.State;
import dev.tributary.stream.StreamShard;
import dev.tributary.stream.StreamShard.Reading;
import dev.tributary.table.Heartbeats.Beat;
import dev.tributary.table.ShardLag;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FleetShardsTest {

  static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

  private final List<Beat> beats = new ArrayList<>();
  private final List<StreamShard> listed = new ArrayList<>();
  private final Set<String> unlisted = new HashSet<>();
  private final Map<String, Instant> tips = new HashMap<>();

  private List<ShardStatus> join() {
    return new FleetShards(beats, tips, NOW).join(listed, unlisted);
  }

  private ShardStatus only() {
    assertThat(join()).hasSize(1);
    return join().get(0);
  }

  static Beat beat(String worker, int secondsAgo, ShardLag... shards) {
    return new Beat(
        worker,
        NOW.minusSeconds(3600),
        NOW.minusSeconds(secondsAgo),
        Duration.ofSeconds(5),
        Map.of(),
        List.of(shards),
        Optional.empty(),
        0);
  }

  static ShardLag lag(String name, int seconds, ShardLag.State state) {
    return new ShardLag(name, Optional.of(Duration.ofSeconds(seconds)), state, "", 1, 0);
  }

  private static StreamShard shard(String id, boolean open, Reading reading, String owner) {
    return new StreamShard(
        "places",
        id,
        open,
        reading,
        Optional.ofNullable(owner),
        Optional.empty(),
        Optional.of(NOW.minusSeconds(500)));
  }

  @Test
  void aShardOfALivingWorkerIsAsTheWorkerSays() {
    listed.add(shard("s1", true, Reading.UNDER_WAY, "w1"));
    beats.add(beat("w1", 3, lag("places/s1", 7, ShardLag.State.AT_THE_TIP)));
    assertThat(only().state()).isEqualTo(State.AT_THE_TIP);
    assertThat(only().lag()).contains(Duration.ofSeconds(7));
    assertThat(only().owner()).contains("w1");
  }

  @Test
  void aShardWithoutALeaseIsNobodysAndLagsSinceItsTip() {
    listed.add(shard("s1", true, Reading.NO_LEASE, null));
    tips.put("places/s1", NOW.minusSeconds(240));
    assertThat(only().state()).isEqualTo(State.NOBODYS);
    assertThat(only().lag()).contains(Duration.ofMinutes(4));
    assertThat(only().why()).isEqualTo("no worker holds it");
  }

  @Test
  void withoutATipItLagsSinceItBegan() {
    listed.add(shard("s1", true, Reading.UNDER_WAY, null));
    assertThat(only().lag()).contains(Duration.ofSeconds(500));
  }

  @Test
  void aShardOfAWorkerThatDiedIsNobodysAndItsLagGrows() {
    listed.add(shard("s1", true, Reading.UNDER_WAY, "w1"));
    beats.add(beat("w1", 60, lag("places/s1", 7, ShardLag.State.AT_THE_TIP)));
    assertThat(only().state()).isEqualTo(State.NOBODYS);
    assertThat(only().lag()).contains(Duration.ofSeconds(67));
    assertThat(only().why()).contains("w1", "no life for 60 s");
  }

  @Test
  void aShardWhoseWorkerIsNotEvenListedIsNobodys() {
    listed.add(shard("s1", true, Reading.UNDER_WAY, "w9"));
    beats.add(beat("w1", 3));
    assertThat(only().state()).isEqualTo(State.NOBODYS);
    assertThat(only().why()).contains("w9");
  }

  @Test
  void whatIsReadToItsEndIsNotShown() {
    listed.add(shard("s1", false, Reading.DONE, null));
    listed.add(shard("s2", false, Reading.NO_LEASE, null));
    assertThat(join()).isEmpty();
  }

  @Test
  void aClosedShardThatIsNotReadToItsEndIsShown() {
    listed.add(shard("s1", false, Reading.UNDER_WAY, null));
    assertThat(only().state()).isEqualTo(State.NOBODYS);
  }

  @Test
  void aChildWaitsForItsParent() {
    listed.add(shard("s1", false, Reading.UNDER_WAY, "w1"));
    listed.add(
        new StreamShard(
            "places",
            "s2",
            true,
            Reading.UNDER_WAY,
            Optional.of("w1"),
            Optional.of("s1"),
            Optional.of(NOW)));
    beats.add(beat("w1", 3, lag("places/s1", 20, ShardLag.State.BEHIND)));
    assertThat(join())
        .extracting(ShardStatus::state)
        .containsExactly(State.BEHIND, State.AFTER_ITS_PARENT);
  }

  @Test
  void aShardThatWasJustTakenIsOpening() {
    listed.add(shard("s1", true, Reading.UNDER_WAY, "w1"));
    beats.add(beat("w1", 3));
    assertThat(only().state()).isEqualTo(State.OPENING);
  }

  @Test
  void whereAStreamCannotBeListedTheWorkersWordHasToDo() {
    unlisted.add("places");
    beats.add(beat("w1", 3, lag("places/s1", 7, ShardLag.State.BEHIND)));
    assertThat(only().state()).isEqualTo(State.BEHIND);
  }

  @Test
  void whatLagsMostComesFirst() {
    for (int i = 1; i <= 3; i++) {
      listed.add(shard("s" + i, true, Reading.UNDER_WAY, "w1"));
    }
    beats.add(
        beat(
            "w1",
            1,
            lag("places/s1", 1, ShardLag.State.AT_THE_TIP),
            lag("places/s2", 30, ShardLag.State.BEHIND),
            lag("places/s3", 1, ShardLag.State.STUCK)));
    assertThat(join())
        .extracting(ShardStatus::name)
        .containsExactly("places/s2", "places/s3", "places/s1");
  }
}
