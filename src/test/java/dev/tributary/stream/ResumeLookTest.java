package dev.tributary.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tributary.stream.ResumeLook.Left;
import dev.tributary.table.Tips;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a second reader finds lost when somebody goes on with it. */
class ResumeLookTest {

  private static final Instant NOW = Instant.parse("2026-03-02T12:00:00Z");
  private static final String OLD = shard(Duration.ofHours(30), "a");
  private static final String CHILD = shard(Duration.ofHours(26), "b");
  private static final String YOUNG = shard(Duration.ofHours(2), "c");

  private static String shard(Duration age, String suffix) {
    return "shardId-%020d-%s".formatted(NOW.minus(age).toEpochMilli(), suffix);
  }

  private static Left ended(String shard) {
    return new Left(shard, Set.of(), true, true);
  }

  private static Left within(String shard) {
    return new Left(shard, Set.of(), true, false);
  }

  private static Left next(String shard, String parent) {
    return new Left(shard, Set.of(parent), false, false);
  }

  private static List<String> lost(Set<String> listed, Left... left) {
    return ResumeLook.lost("places", List.of(left), listed, NOW);
  }

  @Test
  void nothingIsLostWhereItStoodIsStillThere() {
    assertThat(lost(Set.of(YOUNG), ended(OLD), within(YOUNG))).isEmpty();
    assertThat(lost(Set.of(OLD, YOUNG), ended(OLD), next(YOUNG, OLD))).isEmpty();
  }

  /** KCL deletes its lease without a word. */
  @Test
  void aShardThatIsGoneAndWasNotReadToItsEndIsLost() {
    assertThat(lost(Set.of(YOUNG), within(OLD))).containsExactly(OLD);
  }

  /** Of these KCL reads the oldest that there is, without asking for a place. */
  @Test
  void theBeginningOfAShardThatWasToBeReadNextIsLostWhenItIsADayOld() {
    assertThat(lost(Set.of(CHILD), ended(OLD), next(CHILD, OLD))).containsExactly(CHILD);
    assertThat(lost(Set.of(OLD, CHILD), within(OLD), next(CHILD, OLD)))
        .as("its parent's place tells")
        .isEmpty();
  }

  @Test
  void aShardThatWasNotBegunAndFollowsNoneIsReadFromTheOldestAsEver() {
    assertThat(lost(Set.of(OLD), new Left(OLD, Set.of(), false, false))).isEmpty();
  }

  @Test
  void allThatCameAfterThoseThatAreReadMayBeGone() {
    assertThat(lost(Set.of(YOUNG), ended(OLD))).containsExactly("the child of " + OLD);
  }

  @Test
  void whatIsLostIsKeptBeforeTheReaderGoesOn() {
    List<String> kept = new ArrayList<>();
    ExtraWatch watch =
        new ExtraWatch(Clock.systemUTC(), leases -> List.of(OLD + " of table places"), kept::add);
    watch.lookAtStart(null);
    Tips.Shard shard = new Tips.Shard("places", "arn", YOUNG);
    watch.losses(shard).accept(Losses.Loss.NONE);
    watch.losses(shard).accept(Losses.Loss.TRIMMED);
    assertThat(kept).containsExactly(OLD + " of table places", YOUNG + " of table places");

    ExtraWatch away =
        new ExtraWatch(
            Clock.systemUTC(),
            leases -> List.of(),
            lost -> {
              throw new IllegalStateException("the state table does not answer");
            });
    assertThatExceptionOfType(IllegalStateException.class)
        .as("so the reader does not go on")
        .isThrownBy(() -> away.losses(shard).accept(Losses.Loss.VANISHED));
  }
}
