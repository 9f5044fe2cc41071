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
  private final Map<String, Instant> unopened = new HashMap<>();

  private List<ShardStatus> join() {
    return join(NOW);
  }

  /** One look after the other. */
  private List<ShardStatus> join(Instant now) {
    FleetShards fleet = new FleetShards(beats, tips, unopened, now);
    List<ShardStatus> joined = fleet.join(listed, unlisted);
    unopened.clear();
    unopened.putAll(fleet.unopened());
    return joined;
  }

  private ShardStatus onlyAfter(int seconds) {
    beats.replaceAll(beat -> beat(beat.worker(), 3 - seconds));
    assertThat(join(NOW.plusSeconds(seconds))).hasSize(1);
    return join(NOW.plusSeconds(seconds)).get(0);
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
    assertThat(onlyAfter(110).state()).isEqualTo(State.OPENING);
    assertThat(onlyAfter(110).why())
        .isEqualTo("worker w1 has its lease and has not begun to read it");
  }

  /** As where it may not write to the lease table: the lease names it, and it never gets it. */
  @Test
  void aShardThatALivingWorkerHasAndDoesNotReadIsNobodysAfterTheTimeOfAHandover() {
    listed.add(shard("s1", true, Reading.UNDER_WAY, "w1"));
    tips.put("places/s1", NOW.minusSeconds(10));
    beats.add(beat("w1", 3));
    assertThat(only().state()).isEqualTo(State.OPENING);
    assertThat(onlyAfter(130).state()).isEqualTo(State.NOBODYS);
    assertThat(onlyAfter(130).lag()).contains(Duration.ofSeconds(140));
    assertThat(onlyAfter(130).why()).isEqualTo("worker w1 has its lease and does not read it");
  }

  @Test
  void withoutATipItLagsSinceItWasSeenNotToBeRead() {
    listed.add(
        new StreamShard(
            "places",
            "s1",
            true,
            Reading.UNDER_WAY,
            Optional.of("w1"),
            Optional.empty(),
            Optional.empty()));
    beats.add(beat("w1", 3));
    assertThat(only().lag()).contains(Duration.ZERO);
    assertThat(onlyAfter(130).lag()).contains(Duration.ofSeconds(130));
  }

  @Test
  void aShardThatIsReadInBetweenIsTakenAnew() {
    listed.add(shard("s1", true, Reading.UNDER_WAY, "w1"));
    beats.add(beat("w1", 3));
    join();
    beats.set(0, beat("w1", -97, lag("places/s1", 7, ShardLag.State.AT_THE_TIP)));
    join(NOW.plusSeconds(100));
    assertThat(onlyAfter(130).state()).isEqualTo(State.OPENING);
  }

  @Test
  void aStreamThatCannotBeListedForOnceMakesNothingForgotten() {
    listed.add(shard("s1", true, Reading.UNDER_WAY, "w1"));
    beats.add(beat("w1", 3));
    join();
    List<StreamShard> all = List.copyOf(listed);
    listed.clear();
    unlisted.add("places");
    join(NOW.plusSeconds(60));
    unlisted.clear();
    listed.addAll(all);
    assertThat(onlyAfter(130).state()).isEqualTo(State.NOBODYS);
  }

  @Test
  void aShardThatItsNewOwnerCannotReadLagsSinceItsTipAndNotSinceItWasOpened() {
    listed.add(shard("s1", true, Reading.UNDER_WAY, "w1"));
    tips.put("places/s1", NOW.minusSeconds(40_000));
    beats.add(
        beat(
            "w1",
            3,
            new ShardLag(
                "places/s1",
                Optional.of(Duration.ofSeconds(40)),
                ShardLag.State.STUCK,
                "it was opened, and not read since",
                0,
                0)));
    assertThat(only().state()).isEqualTo(State.STUCK);
    assertThat(only().lag()).contains(Duration.ofSeconds(40_000));
  }

  @Test
  void aStuckShardWhoseOldestChangeIsKnownLagsByThat() {
    listed.add(shard("s1", true, Reading.UNDER_WAY, "w1"));
    tips.put("places/s1", NOW.minusSeconds(40_000));
    beats.add(beat("w1", 3, lag("places/s1", 40, ShardLag.State.STUCK)));
    assertThat(only().lag()).contains(Duration.ofSeconds(40));
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
