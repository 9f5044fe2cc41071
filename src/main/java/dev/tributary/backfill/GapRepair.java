package dev.tributary.backfill;

import dev.tributary.config.Settings;
import dev.tributary.table.Backfills;
import dev.tributary.table.Backfills.Job;
import dev.tributary.table.Backfills.Part;
import dev.tributary.table.Backfills.Plan;
import dev.tributary.table.Backfills.State;
import dev.tributary.table.Gaps;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Begins the backfills that open gaps ask for. */
public final class GapRepair {

  private static final Logger LOG = LoggerFactory.getLogger(GapRepair.class);

  /** Between two repairs of the same gaps, where the first one ended and did not close them. */
  private static final Duration REST = Duration.ofMinutes(10);

  private final Settings settings;
  private final Backfills backfills;
  private final Gaps gaps;
  private final Followed followed;

  GapRepair(Settings settings, Backfills backfills, Gaps gaps, Followed followed) {
    this.settings = settings;
    this.backfills = backfills;
    this.gaps = gaps;
    this.followed = followed;
  }

  /**
   * What makes good the open gaps of a table: the whole table, unless they are all of one entity.
   *
   * @param entities those of the config: it may have one no longer
   */
  public static Optional<Plan> plan(
      String table, Set<String> entities, List<Gaps.Open> open, double readUnits) {
    if (open.isEmpty()) {
      return Optional.empty();
    }
    boolean ofEntities =
        open.stream()
            .map(Gaps.Open::gap)
            .allMatch(gap -> gap.isOfEntity() && entities.contains(gap.subject()));
    List<String> subjects = open.stream().map(gap -> gap.gap().subject()).distinct().toList();
    Optional<String> entity =
        ofEntities && subjects.size() == 1 ? Optional.of(subjects.get(0)) : Optional.empty();
    return Optional.of(
        new Plan(table, entity, Optional.empty(), true, readUnits, Optional.empty()));
  }

  /**
   * Whether a job with these parts makes gaps good by now: what it loads is all that the table had,
   * and what was removed meanwhile is swept out of every index.
   */
  static boolean isMadeGood(List<Part> parts) {
    return PartWork.hasAll(parts)
        && parts.stream().allMatch(Part::done)
        && parts.stream().anyMatch(part -> PartName.of(part.name()) instanceof PartName.Sweep);
  }

  /**
   * Begins what no job is at work on yet.
   *
   * @param jobs all that are remembered
   * @param clock DynamoDB's
   */
  void begin(List<Job> jobs, Clock clock) {
    for (Settings.Table table : settings.tables().values()) {
      if (!isBusy(jobs, table.name())) {
        begin(table.name(), jobs, clock);
      }
    }
  }

  /** What is of other rules may never be done: its workers may be gone. */
  private boolean isBusy(List<Job> jobs, String table) {
    return jobs.stream()
        .filter(job -> !job.state().isOver() && job.plan().sweep())
        .filter(job -> job.plan().table().equals(table))
        .anyMatch(job -> new Reach(settings, job.plan()).isOf(job));
  }

  private void begin(String table, List<Job> jobs, Clock clock) {
    List<Gaps.Open> open = new ArrayList<>(gaps.open(table));
    // Where somebody gave up its repair, it is left to people.
    open.removeIf(gap -> wasCancelled(jobs, gap) || !followed.isOurs(gap.gap()));
    int readUnits = settings.worker().repairReadUnits();
    Optional<Plan> plan = plan(table, settings.entities().keySet(), open, readUnits);
    if (plan.isEmpty()) {
      return;
    }
    Instant found =
        open.stream().map(Gaps.Open::lastFoundAt).max(Comparator.naturalOrder()).orElseThrow();
    // The same for all workers, so that one of them begins it.
    String name = "gaps-%s-%d".formatted(table, found.getEpochSecond());
    List<Job> before = jobs.stream().filter(job -> isOf(job, name)).toList();
    Instant now = clock.instant();
    if (before.stream()
        .anyMatch(job -> job.state().isOver() && job.createdAt().plus(REST).isAfter(now))) {
      return;
    }
    String id = before.isEmpty() ? name : name + "-" + (before.size() + 1);
    // Whoever found it may have another clock: what is read from here on is read after that.
    Instant after = found.plusMillis(1);
    Instant begun = now.isAfter(after) ? now : after;
    if (BackfillJobs.add(settings, backfills, id, plan.get(), "a worker", begun)) {
      LOG.info("Gaps of table {} are being repaired by backfill {}", table, id);
    }
  }

  private static boolean isOf(Job job, String name) {
    return job.id().equals(name) || job.id().startsWith(name + "-");
  }

  private static boolean wasCancelled(List<Job> jobs, Gaps.Open gap) {
    return jobs.stream()
        .anyMatch(
            job ->
                job.state() == State.CANCELLED
                    && job.plan().table().equals(gap.gap().table())
                    && job.createdAt().isAfter(gap.lastFoundAt()));
  }
}
