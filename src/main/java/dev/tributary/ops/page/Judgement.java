package dev.tributary.ops.page;

import dev.tributary.ops.FleetStatus;
import dev.tributary.ops.Health.Part;
import dev.tributary.ops.Health.Report;
import dev.tributary.ops.Health.State;
import dev.tributary.ops.Spans;
import dev.tributary.ops.Verdict;
import dev.tributary.ops.Verdict.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What stands at the top of the page: whether search is behind, why, and what to do. The fleet's
 * verdict, and what this worker knows of itself, which is newer.
 *
 * @param headline the answer, in one or two words
 * @param todo the worst first
 */
record Judgement(Level level, String headline, String text, List<Todo> todo) {

  /** A start that waits for longer waits for something that does not come by itself. */
  private static final Duration LONG_START = Duration.ofMinutes(1);

  private static final String UP_TO_DATE = "Up to date";
  private static final String BUT = ". But ";

  /** Parts for which nothing lags. */
  private static final Set<String> ASIDE = Set.of("gaps", "dead-letters", "objects");

  /**
   * @param act what to do about it, in a person's words
   * @param read a place in the documentation
   */
  record Todo(String part, State state, String reason, String act, String read) {}

  Judgement {
    todo = List.copyOf(todo);
  }

  /**
   * @param fleet absent until it was looked at
   */
  static Judgement of(Optional<FleetStatus> fleet, Report report, Instant now) {
    List<Todo> todo = todo(report);
    if (report.stale()) {
      return new Judgement(
          Level.BAD,
          "Not known",
          "this worker has not looked at itself for %s, though it should every few seconds"
              .formatted(Spans.text(report.age())),
          todo);
    }
    Optional<Part> stage =
        report.parts().stream()
            .filter(part -> part.name().equals("start") && part.state() != State.UP)
            .findFirst();
    if (stage.isPresent()) {
      boolean stops = stage.get().reason().contains("stopping");
      boolean takesLong = Duration.between(stage.get().since(), now).compareTo(LONG_START) > 0;
      return new Judgement(
          takesLong ? Level.BAD : Level.NOTICE,
          stops ? "Stopping" : "Starting",
          stage.get().reason(),
          todo);
    }
    if (fleet.isEmpty()) {
      return new Judgement(Level.NOTICE, "Starting", "the fleet was not looked at yet", List.of());
    }
    return joined(fleet.get().verdict(), todo);
  }

  private static Judgement joined(Verdict verdict, List<Todo> todo) {
    int colon = verdict.text().indexOf(": ");
    String headline = verdict.text().substring(0, Math.max(0, colon));
    String text = verdict.text().substring(colon < 0 ? 0 : colon + 2);
    Optional<Todo> down = todo.stream().filter(one -> one.state() == State.DOWN).findFirst();
    if (down.isPresent() && headline.equals(UP_TO_DATE)) {
      return new Judgement(
          Level.BAD, "In trouble", "nothing lags yet, but " + down.get().reason(), todo);
    }
    if (verdict.level() == Level.GOOD && !todo.isEmpty()) {
      return but(todo.get(0).reason(), text, todo);
    }
    int but = text.indexOf(BUT);
    if (headline.equals(UP_TO_DATE) && but > 0) {
      return but(text.substring(but + BUT.length()), text.substring(0, but), todo);
    }
    if (verdict.level() != Level.GOOD
        && todo.stream().allMatch(one -> ASIDE.contains(one.part()))) {
      List<Todo> all = new ArrayList<>(todo);
      all.add(0, wait(headline, text));
      return new Judgement(verdict.level(), headline, text, all);
    }
    return new Judgement(down.isPresent() ? Level.BAD : verdict.level(), headline, text, todo);
  }

  /** Search is not behind, and something is not as it should be: that is what to read. */
  private static Judgement but(String what, String shards, List<Todo> todo) {
    return new Judgement(Level.NOTICE, UP_TO_DATE + ", but", what + "; " + shards, todo);
  }

  /** Where nothing is wrong but the time that it takes. */
  private static Todo wait(String headline, String reason) {
    return new Todo(
        "lag",
        State.DEGRADED,
        reason,
        headline.equals("Behind")
            ? "Nothing while the lag falls. If it does not fall: more workers, up to one for each shard"
            : "Nothing. If this is still here in two minutes, read on",
        "docs/operations.md#status");
  }

  private static List<Todo> todo(Report report) {
    boolean silent = is(report, "opensearch", State.DOWN);
    boolean openSearch = !is(report, "opensearch", State.UP) || !is(report, "writes", State.UP);
    List<Todo> todo = new ArrayList<>();
    report.parts().stream()
        .filter(part -> part.state() != State.UP)
        // Shards stand still because of it: there is nothing to do about them.
        .filter(part -> !openSearch || !part.name().equals("shards"))
        // Nor can what does not answer take writes.
        .filter(part -> !silent || !part.name().equals("writes"))
        .sorted(Comparator.comparing(Part::state).reversed())
        .forEach(part -> todo.add(Advice.of(part)));
    return todo;
  }

  private static boolean is(Report report, String name, State state) {
    return report.parts().stream()
        .filter(part -> part.name().equals(name))
        .anyMatch(part -> part.state() == state);
  }
}
