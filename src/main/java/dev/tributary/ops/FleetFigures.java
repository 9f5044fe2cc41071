package dev.tributary.ops;

import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a look at the fleet says in figures. Nothing of it is told before the first look. */
final class FleetFigures {

  /** What one figure is called, less the prefix. */
  record Figure(String name, String unit, Tags tags, double value) {}

  private FleetFigures() {}

  static List<Figure> of(FleetWatch.Sight sight) {
    List<Figure> figures = new ArrayList<>();
    add(figures, "fleet.look.age", "seconds", ShardGauges.seconds(sight.age()));
    sight.status().ifPresent(status -> add(figures, status));
    return figures;
  }

  private static void add(List<Figure> figures, FleetStatus status) {
    status.lag().ifPresent(lag -> add(figures, "fleet.lag", "seconds", ShardGauges.seconds(lag)));
    add(figures, "fleet.workers", "", status.living().size());
    for (ShardStatus.State state : ShardStatus.State.values()) {
      long count = status.shards().stream().filter(shard -> shard.state() == state).count();
      figures.add(
          new Figure("fleet.shards", "", Tags.of("state", Metrics.word(state)), (double) count));
    }
    add(figures, "fleet.unleased", "shards", (double) unleased(status));
    add(figures, "fleet.gaps", "", status.gaps().size());
    add(figures, "fleet.holds", "", status.holds().size());
    add(figures, "fleet.dead.letters", "", (double) status.letters().count());
    add(figures, "fleet.pending", "documents", (double) status.pending().count());
    backfills(figures, status);
    verification(figures, status);
  }

  private static void add(List<Figure> figures, String name, String unit, double value) {
    figures.add(new Figure(name, unit, Tags.empty(), value));
  }

  /** Shards that nobody has read for longer than a handover takes. */
  static long unleased(FleetStatus status) {
    return status.shards().stream()
        .filter(shard -> shard.state() == ShardStatus.State.NOBODYS)
        .filter(shard -> shard.lag().filter(lag -> lag.compareTo(Verdict.HANDOVER) > 0).isPresent())
        .count();
  }

  private static void backfills(List<Figure> figures, FleetStatus status) {
    List<Map<String, Object>> rows = rows(status, "backfills");
    add(figures, "backfills", "", rows.size());
    add(figures, "backfill.parts", "", sum(rows, "parts"));
    add(figures, "backfill.parts.done", "", sum(rows, "partsDone"));
    add(figures, "backfill.documents", "", sum(rows, "documents"));
  }

  private static void verification(List<Figure> figures, FleetStatus status) {
    List<Map<String, Object>> rows = rows(status, VerifySection.TITLE);
    List<Map<String, Object>> last = named(rows, VerifySection.LAST);
    List<Map<String, Object>> current = named(rows, VerifySection.CURRENT);
    add(figures, "verify.parts", "", sum(current, "parts"));
    add(figures, "verify.parts.done", "", sum(current, "done"));
    for (String kind : VerifySection.DIFFERENCES) {
      figures.add(new Figure("verify.differences", "", Tags.of("kind", kind), sum(last, kind)));
    }
  }

  /** What the last verification found and did not repair. */
  static double differences(FleetStatus status) {
    List<Map<String, Object>> last = named(rows(status, VerifySection.TITLE), VerifySection.LAST);
    return Math.max(0, sum(last, "differences") - sum(last, "repaired"));
  }

  private static List<Map<String, Object>> named(List<Map<String, Object>> rows, String round) {
    return rows.stream().filter(row -> round.equals(row.get("round"))).toList();
  }

  private static List<Map<String, Object>> rows(FleetStatus status, String title) {
    return status.sections().stream()
        .filter(section -> section.title().equals(title))
        .flatMap(section -> section.rows().stream())
        .map(FleetStatus.Row::fields)
        .filter(fields -> !fields.isEmpty())
        .toList();
  }

  private static double sum(List<Map<String, Object>> rows, String field) {
    return rows.stream()
        .mapToDouble(row -> row.get(field) instanceof Number number ? number.doubleValue() : 0)
        .sum();
  }
}
