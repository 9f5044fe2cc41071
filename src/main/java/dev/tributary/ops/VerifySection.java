package dev.tributary.ops;

import dev.tributary.ops.FleetStatus.Row;
import dev.tributary.ops.FleetStatus.Section;
import dev.tributary.table.VerifyRounds;
import dev.tributary.table.VerifyRounds.Round;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the workers' own comparing of tables and indexes has come to, as a part of the status. */
public final class VerifySection {

  /** As the comparison calls them. */
  static final List<String> DIFFERENCES =
      List.of("missing", "stale", "orphaned", "clashing", "foreign", "unreadable");

  static final String TITLE = "verification";
  static final String LAST = "last round";
  static final String CURRENT = "current round";

  private VerifySection() {}

  public static Section of(VerifyRounds rounds, Instant now) {
    return of(rounds.last(), rounds.current(), now);
  }

  static Section of(Optional<Round> last, Optional<Round> current, Instant now) {
    List<Row> rows = new ArrayList<>();
    last.ifPresent(
        round -> {
          rows.add(row(LAST, "ended %s ago".formatted(age(round.at(), now)), round));
          round.examples().forEach(example -> rows.add(new Row("  " + example, Map.of())));
        });
    current.ifPresent(
        round ->
            rows.add(
                row(
                    CURRENT,
                    "%d of %d parts by %s, %s ago"
                        .formatted(round.done(), round.parts(), round.by(), age(round.at(), now)),
                    round)));
    Optional<String> notice =
        last.map(VerifySection::left)
            .filter(left -> left > 0)
            .map(
                left ->
                    left
                        + (left == 1 ? " difference" : " differences")
                        + " found by the last verification");
    return new Section(TITLE, rows, notice);
  }

  private static long left(Round round) {
    return differences(round) - round.count("repaired");
  }

  private static long differences(Round round) {
    return DIFFERENCES.stream().mapToLong(round::count).sum();
  }

  private static String age(Instant since, Instant now) {
    return Spans.text(since.isAfter(now) ? Duration.ZERO : Duration.between(since, now));
  }

  private static Row row(String which, String when, Round round) {
    StringBuilder text = new StringBuilder("%s, %s: ".formatted(which, when));
    text.append(
        "%d items, %d documents, %d of %d equal"
            .formatted(
                round.count("items"),
                round.count("documents"),
                round.count("equal"),
                round.count("expected")));
    for (String kind : DIFFERENCES) {
      if (round.count(kind) > 0) {
        text.append(", %d %s".formatted(round.count(kind), kind));
      }
    }
    if (round.count("repaired") > 0) {
      text.append(", %d repaired".formatted(round.count("repaired")));
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("round", which);
    fields.put("startedAt", round.startedAt().toString());
    fields.put("at", round.at().toString());
    fields.put("by", round.by());
    fields.put("done", round.done());
    fields.put("parts", round.parts());
    fields.putAll(round.counts());
    fields.put("differences", differences(round));
    fields.put("examples", round.examples());
    return new Row(text.toString(), fields);
  }
}
