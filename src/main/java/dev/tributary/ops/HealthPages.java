package dev.tributary.ops;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.ops.Health.Part;
import dev.tributary.ops.Health.Report;
import dev.tributary.ops.Health.Scope;
import dev.tributary.ops.Health.State;
import dev.tributary.ops.http.Answer;
import dev.tributary.ops.http.Routes;
import java.util.Locale;
import java.util.function.BiPredicate;

/** What is served of the health: a line for those who restart, all of it for those who mend. */
public final class HealthPages {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Health health;
  private final String worker;

  public HealthPages(Health health, String worker) {
    this.health = health;
    this.worker = worker;
  }

  public void add(Routes routes) {
    routes.add("/health/live", "200 while its loops turn, else 503: start it anew", this::live);
    routes.add("/health/ready", "200 while it does its work, else 503: see why", this::ready);
    routes.add("/health", "every part, with its reason, as JSON", this::all);
  }

  Answer live() {
    Report report = health.report();
    return line(report, report.live(), (part, down) -> part.scope() == Scope.LIVE && down);
  }

  Answer ready() {
    Report report = health.report();
    return line(report, report.ready(), (part, down) -> down);
  }

  private static Answer line(Report report, boolean good, BiPredicate<Part, Boolean> told) {
    StringBuilder text = new StringBuilder(good ? "ok\n" : "down\n");
    if (report.stale()) {
      text.append("health: ").append(stale(report)).append('\n');
    }
    report.parts().stream()
        .filter(part -> told.test(part, part.state() == State.DOWN))
        .forEach(part -> text.append(part.name()).append(": ").append(part.reason()).append('\n'));
    return Answer.text(good ? 200 : 503, text.toString());
  }

  private static String stale(Report report) {
    return "nobody has looked for %s, though somebody should every few seconds"
        .formatted(Spans.text(report.age()));
  }

  /** Its status is that of readiness, so that one address is enough. */
  Answer all() {
    Report report = health.report();
    ObjectNode root = json(report);
    root.put("worker", worker);
    return Answer.json(report.ready() ? 200 : 503, root.toPrettyString() + "\n");
  }

  /** Every part. */
  public static ObjectNode json(Report report) {
    ObjectNode root = JSON.createObjectNode();
    root.put("state", word(report.state()));
    root.put("live", report.live()).put("ready", report.ready());
    root.put("ageMillis", report.age().toMillis());
    ArrayNode parts = root.putArray("parts");
    if (report.stale()) {
      parts
          .addObject()
          .put("name", "health")
          .put("state", word(State.DOWN))
          .put("reason", stale(report))
          .put("help", "docs/operations.md#health");
    }
    for (Part part : report.parts()) {
      parts
          .addObject()
          .put("name", part.name())
          .put("state", word(part.state()))
          .put("reason", part.reason())
          .put("since", part.since().toString())
          .put("concerns", part.scope() == Scope.LIVE ? "live" : "ready")
          .put("help", part.help());
    }
    return root;
  }

  private static String word(State state) {
    return state.name().toLowerCase(Locale.ROOT);
  }
}
