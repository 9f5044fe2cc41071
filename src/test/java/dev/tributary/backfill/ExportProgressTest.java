package dev.tributary.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.table.Backfills.Counts;
import dev.tributary.table.Backfills.Export;
import dev.tributary.table.Backfills.Job;
import dev.tributary.table.Backfills.Part;
import dev.tributary.table.Backfills.Plan;
import dev.tributary.table.Backfills.State;
import dev.tributary.table.Backfills.Trouble;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How far the load of an export is, and when it may not go on as it began. */
class ExportProgressTest {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  private static Part part(String name, boolean done, Optional<Instant> troubled) {
    return new Part(
        name,
        Optional.empty(),
        0,
        Counts.NONE,
        done,
        Optional.empty(),
        Optional.empty(),
        troubled.map(at -> new Trouble("no file", at)));
  }

  @Test
  void itIsStuckWhenAllFilesThatAreLeftWereTriedInVain() {
    Part done = part("file-0000-of-0003", true, Optional.empty());
    Part bad = part("file-0001-of-0003", false, Optional.of(NOON.plusSeconds(1)));
    Part before = part("file-0002-of-0003", false, Optional.of(NOON.minusSeconds(1)));
    Part replay = part("replay", false, Optional.empty());
    assertThat(ExportProgress.isStuck(List.of(done, bad, replay), NOON)).isTrue();
    assertThat(ExportProgress.isStuck(List.of(done, bad, before, replay), NOON))
        .as("that was before somebody mended it, perhaps")
        .isFalse();
    assertThat(ExportProgress.isStuck(List.of(done, replay), NOON)).isFalse();
    assertThat(ExportProgress.isReplaying(List.of(done, replay))).isTrue();
    assertThat(ExportProgress.isReplaying(List.of(done, bad, replay))).isFalse();
  }

  @Test
  void anExportIsYoungWhileTheStreamSurelyOutlivesItsLoad() {
    assertThat(ExportAge.isYoung(NOON, NOON.plusSeconds(19 * 3600))).isTrue();
    assertThat(ExportAge.isYoung(NOON, NOON.plusSeconds(21 * 3600))).isFalse();
  }

  @Test
  void aReplayThatComesTooLateReadsNothingAndSaysSo() throws Exception {
    Export export = new Export("s3://exports/1/", NOON, 5);
    Plan plan =
        new Plan(
            "shops",
            Optional.empty(),
            Optional.empty(),
            true,
            0,
            Optional.empty(),
            Optional.of(export));
    Clock clock = Clock.fixed(NOON.plusSeconds(3600), ZoneOffset.UTC);
    InHand hand =
        new InHand(
            new InHand.Means(null, null, "a worker", clock),
            new Job("job", plan, State.RUNNING, NOON, "somebody", Map.of()),
            null,
            () -> true,
            () -> false);
    ReplayWork replay = new ReplayWork(hand, Replays.NONE, null);
    assertThat(replay.run(part("replay", false, Optional.empty()), "app", true)).isFalse();
  }
}
