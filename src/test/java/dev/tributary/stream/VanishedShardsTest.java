package dev.tributary.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.stream.VanishedShards.Leased;
import dev.tributary.stream.VanishedShards.Result;
import dev.tributary.table.Gap;
import dev.tributary.table.Tips;
import dev.tributary.table.Tips.Tip;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class VanishedShardsTest {

  private static final Instant NOW = Instant.parse("2026-11-17T12:00:00Z");

  private static String shard(Duration age) {
    return "shardId-%020d-abcdef01".formatted(NOW.minus(age).toEpochMilli());
  }

  private static final String OLD = shard(Duration.ofHours(30));
  private static final String YOUNG = shard(Duration.ofHours(2));

  private static Tip tip(String shardId, Duration ago) {
    return new Tip(
        new Tips.Shard("places", "arn-1", shardId), Optional.ofNullable(ago).map(NOW::minus));
  }

  private static Result find(List<Leased> leases, Set<String> listed, Tip... tips) {
    return VanishedShards.find("places", leases, listed, List.of(tips), NOW);
  }

  private static Gap vanished(String shardId, Duration from) {
    return new Gap(Gap.Kind.VANISHED_SHARD, "places", shardId, Optional.of(NOW.minus(from)), NOW);
  }

  @Test
  void aShardThatIsListedIsNoGapHoweverOldItsTipIs() {
    Result result =
        find(List.of(new Leased(OLD, false)), Set.of(OLD), tip(OLD, Duration.ofDays(3)));
    assertThat(result.gaps()).as("its reader finds out what is left of it").isEmpty();
    assertThat(result.settled()).isEmpty();
  }

  @Test
  void anUnfinishedShardThatIsGoneIsAGapFromItsTip() {
    Tip tip = tip(OLD, Duration.ofHours(26));
    Result result = find(List.of(new Leased(OLD, false)), Set.of(YOUNG), tip);
    assertThat(result.gaps()).containsExactly(vanished(OLD, Duration.ofHours(26)));
    assertThat(result.settled()).containsExactly(tip);
  }

  @Test
  void withoutATipItIsAGapFromTheShardsBeginning() {
    assertThat(find(List.of(new Leased(OLD, false)), Set.of(YOUNG)).gaps())
        .containsExactly(vanished(OLD, Duration.ofHours(30)));
    assertThat(find(List.of(new Leased(OLD, false)), Set.of(YOUNG), tip(OLD, null)).gaps())
        .containsExactly(vanished(OLD, Duration.ofHours(30)));
  }

  @Test
  void aShardWithAnIdOfAnotherFormIsAGapFromTheBeginning() {
    assertThat(find(List.of(new Leased("odd", false)), Set.of(YOUNG)).gaps())
        .containsExactly(Gap.ofAll(Gap.Kind.VANISHED_SHARD, "places", "odd", NOW));
  }

  @Test
  void aTipWhoseLeaseWasDeletedIsAGapToo() {
    Tip tip = tip(OLD, Duration.ofHours(25));
    Result result = find(List.of(new Leased(YOUNG, false)), Set.of(YOUNG), tip);
    assertThat(result.gaps()).containsExactly(vanished(OLD, Duration.ofHours(25)));
    assertThat(result.settled()).containsExactly(tip);
  }

  @Test
  void aShardThatWasReadToItsEndIsNoGapAndLeavesNoTip() {
    Tip tip = tip(OLD, Duration.ofHours(26));
    Result result =
        find(List.of(new Leased(OLD, true), new Leased(YOUNG, false)), Set.of(YOUNG), tip);
    assertThat(result.gaps()).isEmpty();
    assertThat(result.settled()).containsExactly(tip);
  }

  @Test
  void aShardOfWhichNothingCanBeLostYetIsNotListedYet() {
    Result young = find(List.of(new Leased(YOUNG, false)), Set.of(OLD), tip(YOUNG, null));
    assertThat(young.gaps()).isEmpty();
    assertThat(young.settled()).as("it stays").isEmpty();
    assertThat(
            find(List.of(new Leased(OLD, false)), Set.of(YOUNG), tip(OLD, Duration.ofHours(22)))
                .gaps())
        .as("its reader stood at its tip less than a day ago")
        .isEmpty();
  }

  @Test
  void finishedShardsWhoseChildrenNobodyKnowsAreAGap() {
    String older = shard(Duration.ofHours(40));
    List<Leased> ended = List.of(new Leased(OLD, true), new Leased(older, true));
    assertThat(find(ended, Set.of(YOUNG)).gaps())
        .containsExactly(vanished("the child of " + OLD, Duration.ofHours(30)));
    assertThat(find(ended, Set.of(OLD, YOUNG)).gaps())
        .as("its children are as old as its end, which the stream still has")
        .isEmpty();
    assertThat(find(List.of(), Set.of(YOUNG)).gaps()).as("a first start").isEmpty();
  }
}
