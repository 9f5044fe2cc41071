package dev.tributary.ops.page;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.index.Totals;
import dev.tributary.ops.Figures;
import dev.tributary.ops.FleetStatus;
import dev.tributary.ops.FleetWatch;
import dev.tributary.ops.Health;
import dev.tributary.ops.HealthPages;
import dev.tributary.ops.Signs;
import dev.tributary.ops.StatusJson;
import dev.tributary.sync.Flow;
import dev.tributary.table.Heartbeats.Beat;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** All that the page shows at one moment, as one JSON object. From memory alone. Thread-safe. */
final class Snapshot {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration BEAT = Duration.ofSeconds(5);

  private final String application;
  private final String worker;
  private final Health health;
  private final Clock clock;
  private final Instant startedAt;

  Snapshot(String application, String worker, Health health, Clock clock) {
    this.application = application;
    this.worker = worker;
    this.health = health;
    this.clock = clock;
    this.startedAt = clock.instant();
  }

  /**
   * @param signs absent until the worker reads, as are the figures
   */
  ObjectNode make(Optional<Signs> signs, Optional<Figures> figures) {
    Instant now = clock.instant();
    Health.Report report = health.report();
    Optional<FleetWatch.Sight> sight = figures.map(Figures::fleet);
    Optional<FleetStatus> fleet =
        sight
            .flatMap(FleetWatch.Sight::status)
            .map(status -> status.with(own(status, signs.orElseThrow(), figures.orElseThrow())));
    ObjectNode root = JSON.createObjectNode();
    root.put("application", application).put("worker", worker).put("at", now.toString());
    root.put("startedAt", startedAt.toString());
    judgement(Judgement.of(fleet, report, now), root.putObject("judgement"));
    root.set("health", HealthPages.json(report));
    sight.ifPresent(
        seen -> {
          root.put("fleetAgeMillis", seen.age().toMillis());
          seen.failure().ifPresent(why -> root.put("fleetFailure", why));
        });
    fleet.ifPresent(status -> root.set("fleet", StatusJson.of(status)));
    figures.ifPresent(counted -> here(counted, root.putObject("here")));
    signs.ifPresent(
        seen -> {
          ObjectNode waiting = root.putObject("waitingIndexes");
          seen.waitingIndexes().forEach(waiting::put);
        });
    return root;
  }

  /** What the worker would say of itself now; its next heartbeat may be seconds away. */
  private Beat own(FleetStatus status, Signs signs, Figures figures) {
    return new Beat(
        worker,
        startedAt.isAfter(status.at()) ? status.at() : startedAt,
        status.at(),
        BEAT,
        Map.of(),
        figures.lags(),
        signs.setback().map(why -> "OpenSearch does not take writes: " + why.title()),
        figures.bytesInFlight());
  }

  private static void judgement(Judgement judgement, ObjectNode node) {
    node.put("level", judgement.level().name())
        .put("headline", judgement.headline())
        .put("text", judgement.text());
    ArrayNode todo = node.putArray("todo");
    judgement
        .todo()
        .forEach(
            one ->
                todo.addObject()
                    .put("part", one.part())
                    .put("state", word(one.state()))
                    .put("reason", one.reason())
                    .put("act", one.act())
                    .put("read", one.read()));
  }

  /** What this worker counted since its start. */
  private static void here(Figures figures, ObjectNode node) {
    node.putObject("inFlight")
        .put("bytes", figures.bytesInFlight())
        .put("most", figures.mostBytesInFlight());
    Totals totals = figures.totals();
    ObjectNode writes =
        node.putObject("writes")
            .put("applied", totals.applied())
            .put("stale", totals.stale())
            .put("rejected", totals.rejected())
            .put("fenced", totals.fenced())
            .put("coalesced", totals.coalesced());
    ObjectNode putOff = writes.putObject("putOff");
    totals.putOff().forEach((why, count) -> putOff.put(why.title(), count));
    node.putObject("bulks")
        .put("count", totals.bulks())
        .put("halved", totals.halved())
        .put("meanMillis", totals.bulks() == 0 ? 0 : totals.nanos() / totals.bulks() / 1_000_000)
        .put("meanDocuments", totals.bulks() == 0 ? 0 : totals.actions() / totals.bulks())
        .put("allowed", totals.allowed().bulks())
        .put("documentsAllowed", totals.allowed().actions())
        .put("bytesAllowed", totals.allowed().bytes());
    ObjectNode tables = node.putObject("tables");
    figures.flows().forEach((table, flow) -> flow(flow, tables.putObject(table)));
  }

  private static void flow(Flow flow, ObjectNode node) {
    ObjectNode changes = node.putObject("changes");
    for (Flow.Kind kind : Flow.Kind.values()) {
      changes.put(word(kind), flow.changes(kind));
    }
    ObjectNode asked = node.putObject("asked");
    for (Flow.Asked kind : Flow.Asked.values()) {
      asked.put(word(kind), flow.actions(kind));
    }
    node.put("finished", flow.finished());
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
