package dev.tributary.backfill;

import dev.tributary.config.Settings;
import dev.tributary.table.Backfills;
import dev.tributary.table.Backfills.Job;
import dev.tributary.table.Backfills.Plan;
import dev.tributary.table.Backfills.State;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Set;

/** New backfills. */
public final class BackfillJobs {

  /** Parts of a table that workers share; a large one may have more. */
  public static final int SEGMENTS = 16;

  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

  private BackfillJobs() {}

  /** A name that people can type. */
  public static String id(Plan plan, Instant now) {
    return plan.entity().orElse(plan.table()) + "-" + STAMP.format(now);
  }

  /**
   * @param now by DynamoDB's clock: all that it reads is read after that
   * @return false if there is one of this id
   */
  static boolean add(
      Settings settings, Backfills backfills, String id, Plan plan, String by, Instant now) {
    return add(settings, backfills, id, plan, SEGMENTS, by, now);
  }

  /** The same, in so many segments. */
  public static boolean add(
      Settings settings,
      Backfills backfills,
      String id,
      Plan plan,
      int segments,
      String by,
      Instant now) {
    return backfills.add(
        job(settings, id, plan, by, now), PartName.all(segments, swept(settings, plan)));
  }

  /**
   * One of an export.
   *
   * @param files how many it has
   * @param covered whether the stream has all that came after it; else its items are read again
   */
  public static boolean addExport(
      Settings settings,
      Backfills backfills,
      String id,
      Plan plan,
      int files,
      boolean covered,
      String by,
      Instant now) {
    return backfills.add(
        job(settings, id, plan, by, now),
        PartName.ofExport(files, !covered, swept(settings, plan)));
  }

  /** Whether one was begun by this config's rules: else nobody who has this config does it. */
  public static boolean isOf(Settings settings, Job job) {
    return new Reach(settings, job.plan()).isOf(job);
  }

  private static Job job(Settings settings, String id, Plan plan, String by, Instant now) {
    // Who alone may do it is of the right rules anyway: a rebuild is of its generation's.
    Map<String, String> rules =
        plan.runner().isPresent() ? Map.of() : new Reach(settings, plan).rules();
    // As OpenSearch keeps times.
    return new Job(id, plan, State.RUNNING, now.truncatedTo(ChronoUnit.MILLIS), by, rules);
  }

  private static Set<String> swept(Settings settings, Plan plan) {
    return plan.sweep() ? new Reach(settings, plan).indexes() : Set.of();
  }

  /**
   * KCL's name for the reader that replays the stream for a job: its tables are called after it.
   */
  public static String reader(Settings settings, String id) {
    return ReplayWork.application(settings.application(), id);
  }
}
