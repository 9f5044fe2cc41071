package dev.tributary;

import dev.tributary.backfill.ExportProgress;
import dev.tributary.ops.FleetStatus.Row;
import dev.tributary.ops.FleetStatus.Section;
import dev.tributary.table.Backfills;
import dev.tributary.table.Backfills.Counts;
import dev.tributary.table.Backfills.Job;
import dev.tributary.table.Backfills.Part;
import dev.tributary.table.Backfills.Plan;
import dev.tributary.table.Backfills.State;
import dev.tributary.table.Backfills.Trouble;
import dev.tributary.table.Heartbeats;
import dev.tributary.table.Heartbeats.Beat;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What people read of backfills. */
final class BackfillText {
  private BackfillText() {}

  static String line(Backfills backfills, List<Beat> workers, Job job) {
    return job.state().isOver()
        ? line(job, List.of(), backfills.counts(job.id()), workers)
        : line(job, backfills.parts(job.id()), workers);
  }

  private static String line(Job job, List<Part> parts, List<Beat> workers) {
    return line(
        job, parts, parts.stream().map(Part::counts).reduce(Counts.NONE, Counts::plus), workers);
  }

  /**
   * @param workers those that are alive
   */
  static String line(Job job, List<Part> parts, Counts counts, List<Beat> workers) {
    String where =
        job.state().isOver()
            ? ""
            : ", %d of %d parts".formatted(parts.stream().filter(Part::done).count(), parts.size())
                + (ExportProgress.isReplaying(parts) ? ", replaying the stream" : "");
    String trouble =
        trouble(parts)
            .map(found -> "; does not go on since " + found.at() + ": " + found.reason())
            .orElse("");
    return "%s  %s  %s: %,d items, %,d documents, %,d deleted%s; begun %s by %s%s%s"
        .formatted(
            job.id(),
            job.state(),
            scope(job.plan()),
            counts.items(),
            counts.documents(),
            counts.deleted(),
            where,
            job.createdAt(),
            job.by(),
            isNobodys(job, parts, workers)
                ? "; waits: no running worker has the rules that it was begun by"
                : "",
            trouble);
  }

  /** Those that are alive. */
  static List<Beat> workers(Heartbeats heartbeats, Instant now) {
    return heartbeats.all(now).stream().filter(beat -> !beat.silent(now)).toList();
  }

  /** A command that works on it tells of itself only by the parts that it has in hand. */
  private static boolean isNobodys(Job job, List<Part> parts, List<Beat> workers) {
    return job.state() == State.RUNNING
        && !job.rules().isEmpty()
        && workers.stream()
            .noneMatch(
                beat ->
                    beat.rules().isEmpty()
                        || beat.rules().entrySet().containsAll(job.rules().entrySet()))
        && parts.stream().allMatch(part -> part.done() || part.worker().isEmpty());
  }

  /** Those that are not over. */
  static Section section(Backfills backfills, Heartbeats heartbeats, Instant now) {
    List<Job> jobs = backfills.all().stream().filter(job -> !job.state().isOver()).toList();
    List<Beat> workers = jobs.isEmpty() ? List.of() : workers(heartbeats, now);
    List<Row> rows =
        jobs.stream().map(job -> row(job, backfills.parts(job.id()), workers)).toList();
    return new Section("backfills", rows);
  }

  private static Row row(Job job, List<Part> parts, List<Beat> workers) {
    return new Row(line(job, parts, workers), fields(job, parts));
  }

  private static Map<String, Object> fields(Job job, List<Part> parts) {
    Counts counts = parts.stream().map(Part::counts).reduce(Counts.NONE, Counts::plus);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("id", job.id());
    fields.put("state", job.state().toString());
    fields.put("table", job.plan().table());
    fields.put("items", counts.items());
    fields.put("documents", counts.documents());
    fields.put("deleted", counts.deleted());
    fields.put("parts", parts.size());
    fields.put("partsDone", parts.stream().filter(Part::done).count());
    fields.put("since", job.createdAt().toString());
    trouble(parts)
        .ifPresent(found -> fields.put("trouble", "since " + found.at() + ": " + found.reason()));
    return fields;
  }

  private static Optional<Trouble> trouble(List<Part> parts) {
    return parts.stream()
        .filter(part -> !part.done())
        .flatMap(part -> part.trouble().stream())
        .findFirst();
  }

  private static String scope(Plan plan) {
    return "table "
        + plan.table()
        + plan.entity().map(entity -> ", entity " + entity).orElse("")
        + plan.export().map(export -> ", from the export of " + export.time()).orElse("")
        + plan.prefix().map(prefix -> ", keys from " + prefix).orElse("")
        + (plan.sweep() ? ", with a sweep" : "");
  }

  /**
   * @return the exit code
   */
  static int changed(StateDesk desk, Backfills backfills, String id, boolean changed, State state) {
    if (changed) {
      desk.out().printf("Backfill %s is %s.%n", id, state);
      return 0;
    }
    Optional<Job> job = backfills.all().stream().filter(one -> one.id().equals(id)).findFirst();
    desk.err()
        .println(
            job.map(one -> "backfill %s is %s already".formatted(id, one.state()))
                .orElse("there is no backfill '%s'; 'backfills list' shows them".formatted(id)));
    return 1;
  }
}
