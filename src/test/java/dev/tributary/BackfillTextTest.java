package dev.tributary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.table.Backfills.Counts;
import dev.tributary.table.Backfills.Job;
import dev.tributary.table.Backfills.Part;
import dev.tributary.table.Backfills.Plan;
import dev.tributary.table.Backfills.State;
import dev.tributary.table.Backfills.Trouble;
import dev.tributary.table.Heartbeats.Beat;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What people read of backfills. */
class BackfillTextTest {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final String NOBODY = "no running worker has the rules that it was begun by";

  private static Part part(String name, long items, Optional<String> worker, String trouble) {
    return new Part(
        name,
        Optional.empty(),
        1,
        new Counts(items, items, 0, 0),
        worker.isEmpty() && items > 0,
        worker,
        Optional.empty(),
        Optional.of(trouble).filter(why -> !why.isEmpty()).map(why -> new Trouble(why, NOW)));
  }

  private static Job job(Map<String, String> rules) {
    Plan plan = new Plan("shops", Optional.empty(), Optional.empty(), true, 0, Optional.empty());
    return new Job("shops-1", plan, State.RUNNING, NOW, "eve", rules);
  }

  private static Beat worker(Map<String, String> rules) {
    return new Beat(
        "w1", NOW, NOW, Duration.ofSeconds(5), Map.of(), rules, List.of(), Optional.empty(), 0);
  }

  private static String line(Job job, Part part, Beat... workers) {
    return BackfillText.line(job, List.of(part), Counts.NONE, List.of(workers));
  }

  @Test
  void theListSaysWhereNobodyHasTheRulesOfAJob() {
    Job job = job(Map.of("shops", "new"));
    Part free = part("scan-0000-of-0002", 0, Optional.empty(), "");
    assertThat(line(job, free)).contains(NOBODY);
    assertThat(line(job, free, worker(Map.of("shops", "old")))).contains(NOBODY);
    assertThat(line(job, free, worker(Map.of("shops", "new", "users", "u"))))
        .doesNotContain(NOBODY);
    assertThat(line(job, free, worker(Map.of()))).as("it does not say").doesNotContain(NOBODY);
    assertThat(line(job, part("scan-0000-of-0002", 0, Optional.of("a command"), "")))
        .as("a command is at it")
        .doesNotContain(NOBODY);
    assertThat(line(job(Map.of()), free)).as("anybody may").doesNotContain(NOBODY);
  }

  @Test
  void theListSaysWhyAPartDoesNotGoOn() {
    assertThat(
            line(job(Map.of()), part("scan-0000-of-0002", 0, Optional.empty(), "no right to scan")))
        .contains("does not go on since " + NOW + ": no right to scan");
  }

  @Test
  void aTerminalHasABarWithTheRemainingTimeAndElsewhereIsALine() {
    List<Part> parts =
        List.of(
            part("scan-0000-of-0002", 200, Optional.empty(), ""),
            part("scan-0001-of-0002", 50, Optional.of("w1"), ""));
    OptionalLong total = OptionalLong.of(1_000);
    assertThat(BackfillProgress.line(parts, State.RUNNING, total, 50, true))
        .isEqualTo(
            "[██████··················]  25 % 250 items, 250 documents, 50/s, about 15 s left; 1 of"
                + " 2 parts, 1 workers");
    assertThat(BackfillProgress.line(parts, State.PAUSED, total, 0, false))
        .isEqualTo("250 items, 250 documents, 0/s; 1 of 2 parts, 1 workers; paused");
    assertThat(BackfillProgress.line(parts, State.RUNNING, OptionalLong.of(10), 50, true))
        .as("DynamoDB's count is hours old")
        .startsWith("[" + "█".repeat(24) + "] 100 % ")
        .contains("about 0 s left");
    assertThat(BackfillProgress.line(parts, State.RUNNING, OptionalLong.empty(), 50, true))
        .startsWith("250 items")
        .doesNotContain("left");
  }
}
