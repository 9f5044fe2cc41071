package dev.tributary.backfill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.config.Settings;
import dev.tributary.config.SettingsReader;
import dev.tributary.entity.Membership;
import dev.tributary.table.Backfills;
import dev.tributary.table.Backfills.Counts;
import dev.tributary.table.Backfills.Job;
import dev.tributary.table.Backfills.Part;
import dev.tributary.table.Backfills.State;
import dev.tributary.table.Gap;
import dev.tributary.table.Gap.Kind;
import dev.tributary.table.Gaps;
import dev.tributary.table.KnownTables;
import dev.tributary.table.PlayedState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How repairs of gaps begin and end, by a state table in memory. */
class RepairsTest {

  private static final Instant FOUND = Instant.parse("2026-03-01T12:00:00Z");
  private static final Instant NOW = FOUND.plusSeconds(30);

  private static final String HEAD =
      """
      application: places
      tables: {shops: {key: {pk: PK, sk: SK}}}
      opensearch: {url: "http://localhost:9200"}
      indexes: {shops: {}}
      entities:
        shop: {table: shops, index: shops, key: {pk: "SHOP#{id}", sk: "{sk}"}}
      """;

  private static final String TWO_MORE =
      HEAD.replace("{shops: {}}", "{shops: {}, offers: {}}")
          + """
            offer: {table: shops, index: offers, key: {pk: "OFFER#{id}", sk: "{sk}"}}
            deal: {table: shops, index: offers, key: {pk: "DEAL#{id}", sk: "{sk}"}}
          """;

  @TempDir private Path folder;

  private final PlayedState state = new PlayedState();
  private final Backfills backfills = new Backfills(state, PlayedState.NAME);
  private final Gaps gaps = new Gaps(state, PlayedState.NAME);
  private final KnownTables known = new KnownTables(state, PlayedState.NAME);

  private Settings settings(String config) {
    try {
      return new SettingsReader()
          .read(Files.writeString(folder.resolve("config.yml"), config), Map.of());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private GapRepair repair(Settings settings) {
    return new GapRepair(settings, backfills, gaps, new Followed(settings, known));
  }

  private JobEnd jobEnd(Settings settings) {
    return new JobEnd(backfills, gaps, new Followed(settings, known));
  }

  private static Clock clock(Instant now) {
    return Clock.fixed(now, ZoneOffset.UTC);
  }

  private void begin(Settings settings, Instant now) {
    repair(settings).begin(backfills.all(), clock(now));
  }

  private void open(Kind kind, String subject) {
    gaps.open(Gap.ofAll(kind, "shops", subject, FOUND), "w1", FOUND);
  }

  /** As a start does, after it recorded the gaps. */
  private void follow(Settings settings) {
    Map<String, String> entities = new HashMap<>();
    settings
        .entities()
        .forEach((name, of) -> entities.put(name, Membership.digest(of.index(), of.rule())));
    known.store("shops", known.read("shops"), "arn", entities, FOUND);
  }

  private Job job(String id) {
    return backfills.all().stream().filter(job -> job.id().equals(id)).findFirst().orElseThrow();
  }

  private Job onlyJob() {
    assertThat(backfills.all()).hasSize(1);
    return backfills.all().get(0);
  }

  private void doAll(Job job) {
    for (Part part : backfills.parts(job.id())) {
      backfills.store(
          job.id(),
          new Part(
              part.name(),
              Optional.empty(),
              1,
              Counts.NONE,
              true,
              Optional.empty(),
              Optional.empty(),
              Optional.empty()));
    }
  }

  private static Reach reach(Settings settings, Job job) {
    return new Reach(settings, job.plan());
  }

  @Test
  void aRepairClosesItsGapAndThenIsDone() {
    Settings settings = settings(HEAD);
    open(Kind.TRIMMED, "shard");
    begin(settings, NOW);
    begin(settings, NOW.plusSeconds(10));
    Job job = onlyJob();
    doAll(job);
    jobEnd(settings).end(job, reach(settings, job), NOW);
    assertThat(gaps.open("shops")).isEmpty();
    assertThat(onlyJob().state()).isEqualTo(State.DONE);
    assertThat(state.count("backfill#")).as("its parts").isZero();
  }

  /** Its clock was behind that of the worker that found the gap: the gap stayed open for good. */
  @Test
  void aRepairIsLaterThanItsGapWhateverTheClock() {
    Settings settings = settings(HEAD);
    open(Kind.TRIMMED, "shard");
    begin(settings, FOUND.minusSeconds(2));
    Job job = onlyJob();
    assertThat(job.createdAt()).isAfter(FOUND);
    doAll(job);
    jobEnd(settings).end(job, reach(settings, job), NOW);
    assertThat(gaps.open("shops")).isEmpty();
  }

  @Test
  void aRepairThatIsOverWhileItsGapIsOpenIsFollowedByAnother() {
    Settings settings = settings(HEAD);
    open(Kind.TRIMMED, "shard");
    begin(settings, NOW);
    String id = onlyJob().id();
    backfills.end(id, State.RUNNING, State.DONE, Counts.NONE, NOW);
    begin(settings, NOW.plusSeconds(10));
    assertThat(onlyJob().id()).as("not at once").isEqualTo(id);
    assertThat(BackfillJobs.add(settings, backfills, id, onlyJob().plan(), "late", NOW)).isFalse();
    assertThat(state.count("backfill#")).as("no parts of what is over").isZero();
    Instant later = NOW.plus(Duration.ofMinutes(11));
    begin(settings, later);
    begin(settings, later.plusSeconds(10));
    assertThat(backfills.all()).hasSize(2);
    Job second = job(id + "-2");
    doAll(second);
    jobEnd(settings).end(second, reach(settings, second), later);
    assertThat(gaps.open("shops")).isEmpty();
  }

  @Test
  void whatWasCancelledIsLeftToPeople() {
    Settings settings = settings(HEAD);
    open(Kind.TRIMMED, "shard");
    begin(settings, NOW);
    backfills.end(onlyJob().id(), State.RUNNING, State.CANCELLED, Counts.NONE, NOW);
    begin(settings, NOW.plus(Duration.ofDays(1)));
    assertThat(backfills.all()).hasSize(1);
  }

  @Test
  void newEntitiesAreNotLoadedByWorkersThatDoNotHaveThem() {
    Settings before = settings(HEAD);
    Settings after = settings(TWO_MORE);
    open(Kind.NEW_ENTITY, "offer");
    open(Kind.NEW_ENTITY, "deal");
    follow(after);
    begin(before, NOW);
    assertThat(backfills.all()).as("by a worker of the old config").isEmpty();
    begin(after, NOW);
    Job job = onlyJob();
    assertThat(job.plan().entity()).as("the whole table").isEmpty();
    assertThat(reach(before, job).isKnown()).isTrue();
    assertThat(reach(before, job).isOf(job)).isFalse();
    assertThat(reach(after, job).isOf(job)).isTrue();
  }

  @Test
  void aChangedEntityIsNotLoadedByItsOldConditions() {
    Settings before = settings(HEAD);
    Settings after = settings(HEAD.replace("sk: \"{sk}\"}", "sk: \"{sk}\"}, where: {kind: open}"));
    open(Kind.CHANGED_ENTITY, "shop");
    follow(after);
    begin(before, NOW);
    assertThat(backfills.all()).as("by a worker of the old config").isEmpty();
    begin(after, NOW);
    Job job = onlyJob();
    assertThat(job.plan().entity()).contains("shop");
    assertThat(reach(before, job).isOf(job)).isFalse();
    assertThat(reach(after, job).isOf(job)).isTrue();
  }

  @Test
  void aJobOfOtherRulesClosesNoGapOfAnEntityAndHoldsUpNoRepair() {
    Settings before = settings(HEAD);
    Settings after = settings(TWO_MORE);
    open(Kind.NEW_ENTITY, "offer");
    open(Kind.NEW_ENTITY, "deal");
    // Before the new worker has said what it follows.
    follow(before);
    BackfillJobs.add(
        before,
        backfills,
        "by-hand",
        GapRepair.plan("shops", before.entities().keySet(), gaps.open("shops"), 0).orElseThrow(),
        "somebody",
        NOW);
    follow(after);
    begin(after, NOW);
    assertThat(backfills.all()).hasSize(2);
    Job old = job("by-hand");
    doAll(old);
    jobEnd(before).end(old, reach(before, old), NOW);
    assertThat(gaps.open("shops")).hasSize(2);
  }

  @Test
  void aJobOfAnOlderVersionIsTakenByAnybodyWhoKnowsItsEntity() {
    Settings settings = settings(HEAD);
    open(Kind.TRIMMED, "shard");
    begin(settings, NOW);
    Job job = onlyJob();
    Job older = new Job(job.id(), job.plan(), job.state(), NOW, "somebody", Map.of());
    assertThat(reach(settings(TWO_MORE), older).isOf(older)).isTrue();
  }

  /** It had been read as running, and what was left of its parts was all done. */
  @Test
  void aCancelledRepairClosesNothing() {
    Settings settings = settings(HEAD);
    open(Kind.TRIMMED, "shard");
    begin(settings, NOW);
    Job job = onlyJob();
    List<Part> parts = backfills.parts(job.id());
    int[] deleted = {0};
    state.beforeDelete =
        () -> {
          if (++deleted[0] == parts.size()) {
            // All but its last part, which is the sweep.
            doAll(job);
            jobEnd(settings).end(job, reach(settings, job), NOW);
          }
        };
    assertThat(backfills.end(job.id(), State.RUNNING, State.CANCELLED, Counts.NONE, NOW)).isTrue();
    assertThat(deleted[0]).isEqualTo(parts.size());
    assertThat(gaps.open("shops")).hasSize(1);
    assertThat(onlyJob().state()).isEqualTo(State.CANCELLED);
  }

  /** Another worker had ended it, and deleted the part that says that the stream was too late. */
  @Test
  void partsThatAreBeingDeletedProveNothing() {
    Settings settings = settings(HEAD);
    open(Kind.TRIMMED, "shard");
    begin(settings, NOW);
    Job job = onlyJob();
    backfills.addParts(job.id(), PartName.files(1, true));
    doAll(job);
    backfills.change(job.id(), State.RUNNING, State.ENDING);
    Job ending = onlyJob();
    boolean[] slow = {false};
    state.beforeQuery =
        partition -> {
          if (partition.equals("backfill#" + job.id()) && !slow[0]) {
            slow[0] = true;
            endAndDieAfterAPart(job);
          }
        };
    jobEnd(settings).end(ending, reach(settings, ending), NOW);
    assertThat(slow[0]).isTrue();
    assertThat(backfills.parts(job.id())).as("what is left looks well").isNotEmpty();
    assertThat(gaps.open("shops")).hasSize(1);
  }

  private void endAndDieAfterAPart(Job job) {
    int[] deleted = {0};
    state.beforeDelete =
        () -> {
          if (deleted[0]++ > 0) {
            throw new IllegalStateException("it dies");
          }
        };
    assertThatThrownBy(() -> backfills.end(job.id(), State.ENDING, State.DONE, Counts.NONE, NOW))
        .hasMessage("it dies");
  }

  @Test
  void whoDiesWhileItEndsARepairIsFollowedByAnother() {
    Settings settings = settings(HEAD);
    open(Kind.TRIMMED, "shard");
    begin(settings, NOW);
    doAll(onlyJob());
    backfills.change(onlyJob().id(), State.RUNNING, State.ENDING);
    Job ending = onlyJob();
    jobEnd(settings).end(ending, reach(settings, ending), NOW);
    assertThat(gaps.open("shops")).isEmpty();
    assertThat(onlyJob().state()).isEqualTo(State.DONE);
  }

  @Test
  void gapsAreClosedBeforeTheirRepairIsOver() {
    Settings settings = settings(HEAD);
    open(Kind.TRIMMED, "shard");
    begin(settings, NOW);
    Job job = onlyJob();
    doAll(job);
    boolean[] over = {false};
    state.afterQuery =
        partition -> {
          if (partition.equals("gap#shops")) {
            over[0] = state.isOver();
          }
        };
    jobEnd(settings).end(job, reach(settings, job), NOW);
    assertThat(over[0]).as("when its gaps were looked at").isFalse();
  }
}
