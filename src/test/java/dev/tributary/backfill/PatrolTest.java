package dev.tributary.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.backfill.Deviation.Kind;
import dev.tributary.index.DocumentKey;
import dev.tributary.table.VerifyRounds.Round;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** One of several workers compares all of it, part by part. */
class PatrolTest {

  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

  private final HeldTime time = new HeldTime();
  private final List<String> told = new ArrayList<>();
  private final Deque<Boolean> upToDate = new ArrayDeque<>();
  private final List<VerifyPart> compared = new ArrayList<>();
  private final List<Round> finished = new ArrayList<>();
  private Optional<Round> current = Optional.empty();
  private boolean others;
  private int heldFor = Integer.MAX_VALUE;
  private int failsAt = -1;
  private int differsAt = -1;

  private final Patrol.Comparing comparing =
      new Patrol.Comparing() {
        @Override
        public Map<String, Integer> tables() {
          return Map.of("places", 2);
        }

        @Override
        public Map<String, Integer> indexes() {
          return Map.of("places", 1);
        }

        @Override
        public VerifySummary compare(
            VerifyPart part, Set<DocumentKey> known, Consumer<Deviation> tell) {
          if (compared.size() == failsAt) {
            failsAt = -1;
            throw new IllegalStateException("away");
          }
          boolean differs = compared.size() == differsAt;
          compared.add(part);
          Map<Kind, Long> found = new EnumMap<>(Kind.class);
          if (differs) {
            found.put(Kind.STALE, 1L);
            tell.accept(
                new Deviation(
                    Kind.STALE,
                    new DocumentKey("places", "a"),
                    Optional.empty(),
                    Optional.empty()));
          }
          return new VerifySummary(true, 10, 0, 10, 9, found, 0, 0, 0, 0, 5.4, 1);
        }
      };

  private final Patrol.Book book =
      new Patrol.Book() {
        @Override
        public Optional<Round> current() {
          return current;
        }

        @Override
        public void progress(Round round) {
          current = Optional.of(round);
          told.add("progress " + round.done());
        }

        @Override
        public void finished(Round round) {
          current = Optional.empty();
          finished.add(round);
        }
      };

  private final Patrol.Turn turn =
      new Patrol.Turn() {
        @Override
        public boolean held() {
          return compared.size() < heldFor;
        }

        @Override
        public void close() {
          told.add("turn given back");
        }
      };

  private final Patrol patrol =
      new Patrol(
          "w1",
          () -> others ? Optional.empty() : Optional.of(turn),
          book,
          comparing,
          () -> upToDate.isEmpty() || upToDate.pop(),
          Clock.fixed(NOW, ZoneOffset.UTC),
          time);

  @Test
  void aRoundIsAllPartsAndIsStoredWithWhatItFound() throws InterruptedException {
    differsAt = 1;
    patrol.roundIfItIsOurs();
    assertThat(compared).hasSize(3);
    assertThat(compared.get(2)).isInstanceOf(VerifyPart.OfIndex.class);
    Round round = finished.get(0);
    assertThat(round.counts())
        .containsEntry("items", 30L)
        .containsEntry("equal", 27L)
        .containsEntry("stale", 1L);
    assertThat(round.examples()).containsExactly("stale places/a, no item");
    assertThat(current).isEmpty();
    assertThat(told).endsWith("turn given back");
  }

  @Test
  void nothingIsDoneWhileAnotherWorkerIsAtIt() throws InterruptedException {
    others = true;
    patrol.roundIfItIsOurs();
    assertThat(compared).isEmpty();
    assertThat(told).isEmpty();
  }

  @Test
  void aRoundThatWasInterruptedGoesOnWhereItWas() throws InterruptedException {
    failsAt = 1;
    patrol.roundIfItIsOurs();
    assertThat(finished).isEmpty();
    patrol.roundIfItIsOurs();
    assertThat(compared).hasSize(3).doesNotHaveDuplicates();
    assertThat(finished.get(0).count("items")).isEqualTo(30);
  }

  @Test
  void aRoundOfOtherTablesIsNotGoneOnWith() throws InterruptedException {
    current =
        Optional.of(
            new Round(
                NOW, NOW, "w0", Map.of("shops", 5), Map.of("places", 1), 4, Map.of(), List.of()));
    patrol.roundIfItIsOurs();
    assertThat(compared).hasSize(3);
  }

  @Test
  void nothingIsComparedWhileWorkersAreBehind() throws InterruptedException {
    upToDate.addAll(List.of(false, false));
    patrol.roundIfItIsOurs();
    assertThat(time.rests).containsExactly(Patrol.LOOK_AGAIN, Patrol.LOOK_AGAIN);
    assertThat(compared).hasSize(3);
  }

  @Test
  void whatDiffersWhileWorkersFallBehindIsComparedAgainAndNotTold() throws InterruptedException {
    differsAt = 0;
    upToDate.addAll(List.of(true, false));
    patrol.roundIfItIsOurs();
    assertThat(compared).hasSize(4);
    assertThat(compared.get(0)).isEqualTo(compared.get(1));
    assertThat(finished.get(0).count("stale")).isZero();
    assertThat(finished.get(0).count("items")).as("counted once").isEqualTo(30);
  }

  @Test
  void whoLosesTheTurnStops() throws InterruptedException {
    heldFor = 1;
    patrol.roundIfItIsOurs();
    assertThat(compared).hasSize(1);
    assertThat(finished).isEmpty();
    assertThat(current.orElseThrow().done()).isEqualTo(1);
  }
}
