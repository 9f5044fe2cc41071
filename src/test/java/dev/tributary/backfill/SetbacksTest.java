package dev.tributary.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.table.Backfills;
import dev.tributary.table.Backfills.Job;
import dev.tributary.table.Backfills.Part;
import dev.tributary.table.Backfills.Plan;
import dev.tributary.table.Backfills.State;
import dev.tributary.table.Backfills.Trouble;
import dev.tributary.table.PlayedState;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Parts of a backfill that fail, by a state table in memory. */
class SetbacksTest {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final String PART = "scan-0000-of-0001";

  private final Backfills backfills = new Backfills(new PlayedState(), PlayedState.NAME);
  private final Job job =
      new Job(
          "job",
          new Plan("shops", Optional.empty(), Optional.empty(), false, 0, Optional.empty()),
          State.RUNNING,
          NOW,
          "somebody",
          Map.of());
  private long nanos;
  private final Setbacks setbacks =
      new Setbacks(backfills, Clock.fixed(NOW, ZoneOffset.UTC), () -> nanos);

  private Part part() {
    List<Part> parts = backfills.parts("job");
    assertThat(parts).hasSize(1);
    return parts.get(0);
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
  }

  @Test
  void aPartThatFailsSaysWhyAndKeepsWhatItsWorkerHadInHand() {
    backfills.add(job, List.of(PART));
    backfills.begin("job", PART, "w1", NOW);
    assertThat(setbacks.failed(job, part(), "no right to scan")).isTrue();
    assertThat(part().trouble()).contains(new Trouble("no right to scan", NOW));
    assertThat(part().since()).as("to be made good").contains(NOW);
    assertThat(setbacks.failed(job, part(), "no right to scan")).as("told already").isFalse();
  }

  @Test
  void itIsLeftAloneLongerEachTimeUntilItWorks() {
    backfills.add(job, List.of(PART));
    assertThat(setbacks.isResting(job, part())).isFalse();
    setbacks.failed(job, part(), "away");
    assertThat(setbacks.isResting(job, part())).isTrue();
    pass(Duration.ofSeconds(1));
    assertThat(setbacks.isResting(job, part())).isFalse();
    for (int again = 0; again < 20; again++) {
      setbacks.failed(job, part(), "away");
    }
    pass(Duration.ofSeconds(63));
    assertThat(setbacks.isResting(job, part())).isTrue();
    pass(Duration.ofSeconds(1));
    assertThat(setbacks.isResting(job, part())).as("never for long").isFalse();
    setbacks.over(job, part());
    assertThat(setbacks.failed(job, part(), "away")).isTrue();
    pass(Duration.ofSeconds(1));
    assertThat(setbacks.isResting(job, part())).as("as at first").isFalse();
  }
}
