package dev.tributary.ops;

import dev.tributary.ops.FleetStatus.Row;
import dev.tributary.ops.FleetStatus.Section;
import dev.tributary.table.KeptGenerations.Kept;
import dev.tributary.table.Rebuilds.Rebuild;
import dev.tributary.table.Rebuilds.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The rebuilds that are under way, and what is kept of earlier ones, as a part of the status. */
public final class RebuildSection {
  private RebuildSection() {}

  public static Section of(List<Rebuild> rebuilds, List<Kept> kept, Instant now) {
    List<Row> rows = new ArrayList<>();
    for (Rebuild rebuild : rebuilds) {
      rows.add(
          new Row(
              "%s from %s to %s: %s; begun %s ago by %s"
                  .formatted(
                      rebuild.index(),
                      rebuild.from(),
                      rebuild.to(),
                      step(rebuild.step()),
                      Spans.text(Duration.between(rebuild.startedAt(), now)),
                      rebuild.by()),
              Map.of(
                  "index", rebuild.index(),
                  "from", rebuild.from(),
                  "to", rebuild.to(),
                  "step", rebuild.step().toString(),
                  "startedAt", rebuild.startedAt().toString(),
                  "by", rebuild.by())));
    }
    for (Kept one : kept) {
      rows.add(
          new Row(
              "%s of %s is kept until %s".formatted(one.generation(), one.index(), one.until()),
              Map.of(
                  "index", one.index(),
                  "kept", one.generation(),
                  "until", one.until().toString())));
    }
    return new Section("rebuilds", rows);
  }

  private static String step(Step step) {
    return step == Step.LOADING
        ? "being filled, searches go to the old one"
        : "searches go to the new one, workers follow";
  }
}
