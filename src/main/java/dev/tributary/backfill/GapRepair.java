package dev.tributary.backfill;

import dev.tributary.config.Settings;
import dev.tributary.table.Backfills;
import dev.tributary.table.Backfills.Job;
import dev.tributary.table.Backfills.Part;
import dev.tributary.table.Backfills.Plan;
import dev.tributary.table.Backfills.State;
import dev.tributary.table.Gap;
import dev.tributary.table.Gaps;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Begins the backfills that open gaps ask for. */
public final class GapRepair {

  private static final Logger LOG = LoggerFactory.getLogger(GapRepair.class);

  private GapRepair() {}

  /**
   * What makes good the open gaps of a table: the whole table, unless they are all of one entity.
   */
  public static Optional<Plan> plan(String table, List<Gaps.Open> open, double readUnits) {
    if (open.isEmpty()) {
      return Optional.empty();
    }
    boolean ofEntities =
        open.stream()
            .map(gap -> gap.gap().kind())
            .allMatch(kind -> kind == Gap.Kind.NEW_ENTITY || kind == Gap.Kind.CHANGED_ENTITY);
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
   */
  static void begin(
      Settings settings, Backfills backfills, Gaps gaps, List<Job> jobs, Instant now) {
    for (Settings.Table table : settings.tables().values()) {
      List<Gaps.Open> open = new ArrayList<>(gaps.open(table.name()));
      boolean busy =
          jobs.stream()
              .anyMatch(
                  job ->
                      !job.state().isOver()
                          && job.plan().sweep()
                          && job.plan().table().equals(table.name()));
      // Where somebody gave up its repair, it is left to people.
      open.removeIf(gap -> wasCancelled(jobs, gap));
      Optional<Plan> plan = busy ? Optional.empty() : plan(table.name(), open, 0);
      if (plan.isPresent()) {
        Instant found =
            open.stream().map(Gaps.Open::lastFoundAt).max(Comparator.naturalOrder()).orElseThrow();
        // The same for all workers, so that one of them begins it.
        String id = "gaps-%s-%d".formatted(table.name(), found.getEpochSecond());
        if (BackfillJobs.add(settings, backfills, id, plan.get(), "a worker", now)) {
          LOG.info("Gaps of table {} are being repaired by backfill {}", table.name(), id);
        }
      }
    }
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
