package dev.tributary;

import dev.tributary.explain.Paint;
import dev.tributary.ops.FleetStatus;
import dev.tributary.ops.FleetStatus.Section;
import dev.tributary.ops.Reasons;
import dev.tributary.ops.ShardStatus;
import dev.tributary.ops.Spans;
import dev.tributary.ops.Verdict;
import dev.tributary.table.Gaps;
import dev.tributary.table.Heartbeats.Beat;
import dev.tributary.table.Holds.Cause;
import dev.tributary.table.Holds.Hold;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The status for people: the verdict first, then what it rests on. */
final class StatusText {

  private static final int SHOWN = 20;

  private static final String GAPS_STAY =
      "To repair them: ./tributary backfill --gaps, which loads their tables and deletes what is"
          + " no longer there.";

  private final FleetStatus status;
  private final Paint paint;
  private final int width;
  private final List<String> lines = new ArrayList<>();

  private StatusText(FleetStatus status, Paint paint, int width) {
    this.status = status;
    this.paint = paint;
    this.width = width;
  }

  /**
   * @param width how long a line may be; the verdict may take several
   */
  static List<String> lines(FleetStatus status, Paint paint, int width) {
    StatusText text = new StatusText(status, paint, width);
    text.all();
    return text.lines;
  }

  private void all() {
    verdict();
    lines.add(paint.faint("application " + status.application() + ", " + seconds(status.at())));
    workers();
    shards();
    each("held back", status.holds(), this::hold);
    each("gaps", status.gaps(), this::gap);
    if (!status.gaps().isEmpty()) {
      wrap("  " + GAPS_STAY, "  ").forEach(lines::add);
    }
    reasons("waiting for objects", status.pending());
    reasons("dead letters", status.letters());
    for (Section section : status.sections()) {
      if (!section.rows().isEmpty()) {
        each(section);
      }
    }
    if (!status.unknown().isEmpty()) {
      each("not known", status.unknown(), text -> text);
    }
  }

  private void verdict() {
    Verdict verdict = status.verdict();
    for (String line : wrap(verdict.text(), "  ")) {
      lines.add(
          switch (verdict.level()) {
            case GOOD -> paint.good(line);
            case NOTICE -> paint.gone(line);
            case BAD -> paint.bad(line);
          });
    }
  }

  private void workers() {
    head("workers", status.workers().size());
    int id = status.workers().stream().mapToInt(beat -> beat.worker().length()).max().orElse(0);
    for (Beat beat : status.workers()) {
      String line = "%-" + Math.min(36, id) + "s  up %-7s  seen %-11s %3d %s";
      String text =
          line.formatted(
              beat.worker(),
              age(beat.startedAt()),
              age(beat.at()) + " ago",
              beat.shards().size(),
              beat.shards().size() == 1 ? "shard" : "shards");
      boolean silent = beat.silent(status.at());
      entry(silent ? paint.bad(cut(text + "  shows no life", 2)) : cut(text, 2));
      beat.trouble().ifPresent(trouble -> entry(paint.bad(cut("  " + trouble, 2))));
    }
  }

  private void shards() {
    head("shards", status.shards().size());
    int name = status.shards().stream().mapToInt(s -> shortName(s).length()).max().orElse(0);
    int owner =
        status.shards().stream().mapToInt(s -> s.owner().orElse("-").length()).max().orElse(0);
    String line =
        "%-" + Math.max(1, name) + "s  %7s  %-10s  %-" + Math.min(20, Math.max(1, owner)) + "s  %s";
    for (ShardStatus shard : shown(status.shards())) {
      String text =
          line.formatted(
                  shortName(shard),
                  shard.lag().map(Spans::text).orElse("?"),
                  shard.state(),
                  tail(shard.owner().orElse("-"), 20),
                  shard.why())
              .stripTrailing();
      entry(
          switch (shard.state()) {
            case NOBODYS, STUCK -> paint.bad(cut(text, 2));
            case HELD_BACK, BEHIND -> paint.gone(cut(text, 2));
            default -> cut(text, 2);
          });
    }
    more(status.shards());
  }

  /** A shard's id begins with a number that says little to people, and its end tells it apart. */
  private static String shortName(ShardStatus shard) {
    int slash = shard.name().indexOf('/');
    return shard.name().substring(0, slash + 1) + tail(shard.name().substring(slash + 1), 9);
  }

  private static String tail(String text, int most) {
    return text.length() <= most ? text : "…" + text.substring(text.length() - most + 1);
  }

  private String hold(Hold hold) {
    return "%s %s, for %s: %s: %s; resume lets it go on"
        .formatted(
            hold.what(),
            hold.name(),
            age(hold.since()),
            hold.cause() == Cause.REFUSALS
                ? "most documents are refused, found by " + hold.by()
                : "paused by " + hold.by(),
            hold.reason());
  }

  private String gap(Gaps.Open open) {
    return "table %s, for %s: %s may be missing: %s"
        .formatted(
            open.gap().table(), age(open.foundAt()), open.gap().bounds(), open.gap().reason());
  }

  private void reasons(String title, Reasons reasons) {
    head(title, reasons.count());
    for (Reasons.Group group : shown(reasons.groups())) {
      String line =
          "%5d  %s, since %s, such as %s: %s"
              .formatted(
                  group.count(),
                  group.index(),
                  age(group.oldest()),
                  group.example(),
                  group.reason());
      entry(cut(line, 2));
    }
    more(reasons.groups());
  }

  private void each(Section section) {
    lines.add(paint.strong(section.title()));
    for (FleetStatus.Row row : shown(section.rows())) {
      wrap("  " + row.text(), "    ").forEach(lines::add);
    }
    more(section.rows());
  }

  private <T> void each(String title, List<T> entries, Function<T, String> line) {
    head(title, entries.size());
    // Whole, since their ends say what to do.
    shown(entries).forEach(entry -> wrap("  " + line.apply(entry), "    ").forEach(lines::add));
    more(entries);
  }

  private void head(String title, long count) {
    lines.add(count == 0 ? paint.faint(title + ": none") : paint.strong(title + ": " + count));
  }

  private void entry(String text) {
    lines.add("  " + text);
  }

  private static <T> List<T> shown(List<T> entries) {
    return entries.subList(0, Math.min(SHOWN, entries.size()));
  }

  private void more(List<?> entries) {
    if (entries.size() > SHOWN) {
      entry("… and %d more; --json lists all".formatted(entries.size() - SHOWN));
    }
  }

  private String age(Instant since) {
    Duration age = Duration.between(since, status.at());
    return Spans.text(age.isNegative() ? Duration.ZERO : age);
  }

  private static String seconds(Instant time) {
    return Instant.ofEpochSecond(time.getEpochSecond()).toString();
  }

  /**
   * @param before how many characters stand before it
   */
  private String cut(String text, int before) {
    int most = width - before;
    return text.length() <= most ? text : text.substring(0, Math.max(0, most - 1)) + "…";
  }

  /** Breaks a text at its spaces. */
  private List<String> wrap(String text, String indent) {
    List<String> wrapped = new ArrayList<>();
    String rest = text;
    while (rest.length() > width) {
      int space = rest.lastIndexOf(' ', width);
      int least = wrapped.isEmpty() ? 0 : indent.length();
      int end = space > least ? space : width;
      wrapped.add(rest.substring(0, end));
      rest = indent + rest.substring(end).stripLeading();
    }
    wrapped.add(rest);
    return wrapped;
  }
}
