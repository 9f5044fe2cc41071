package dev.tributary.ops;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.table.Gap;
import dev.tributary.table.Gaps;
import dev.tributary.table.Heartbeats.Beat;
import dev.tributary.table.Holds.Hold;

/** The status as one JSON object, for programs. Times are texts, lags milliseconds. */
public final class StatusJson {

  private static final ObjectMapper JSON = new ObjectMapper();

  private StatusJson() {}

  public static ObjectNode of(FleetStatus status) {
    ObjectNode root = JSON.createObjectNode();
    Verdict verdict = status.verdict();
    root.putObject("verdict").put("level", verdict.level().name()).put("text", verdict.text());
    root.put("application", status.application()).put("at", status.at().toString());
    status.lag().ifPresent(lag -> root.put("lagMillis", lag.toMillis()));
    ArrayNode workers = root.putArray("workers");
    status.workers().forEach(beat -> add(beat, status, workers.addObject()));
    ArrayNode shards = root.putArray("shards");
    status.shards().forEach(shard -> add(shard, shards.addObject()));
    ArrayNode holds = root.putArray("heldBack");
    status.holds().forEach(hold -> add(hold, holds.addObject()));
    ArrayNode gaps = root.putArray("gaps");
    status.gaps().forEach(gap -> add(gap, gaps.addObject()));
    add(status.pending(), root.putObject("pending"));
    add(status.letters(), root.putObject("deadLetters"));
    for (FleetStatus.Section section : status.sections()) {
      ArrayNode rows = root.putArray(section.title());
      section.rows().stream()
          .filter(row -> !row.fields().isEmpty())
          .forEach(row -> rows.add(JSON.valueToTree(row.fields())));
    }
    ArrayNode unknown = root.putArray("unknown");
    status.unknown().forEach(unknown::add);
    return root;
  }

  private static void add(Beat beat, FleetStatus status, ObjectNode node) {
    node.put("id", beat.worker())
        .put("startedAt", beat.startedAt().toString())
        .put("at", beat.at().toString())
        .put("silent", beat.silent(status.at()))
        .put("shards", beat.shards().size())
        .put("bytesInFlight", beat.bytesInFlight());
    beat.trouble().ifPresent(trouble -> node.put("trouble", trouble));
    ObjectNode writesTo = node.putObject("writesTo");
    beat.writesTo().forEach(writesTo::put);
  }

  private static void add(ShardStatus shard, ObjectNode node) {
    node.put("name", shard.name()).put("state", shard.state().name());
    shard.owner().ifPresent(owner -> node.put("owner", owner));
    shard.lag().ifPresent(lag -> node.put("lagMillis", lag.toMillis()));
    node.put("depth", shard.depth()).put("why", shard.why());
  }

  private static void add(Hold hold, ObjectNode node) {
    node.put("what", hold.what().toString())
        .put("name", hold.name())
        .put("cause", hold.cause().name())
        .put("reason", hold.reason())
        .put("by", hold.by())
        .put("since", hold.since().toString());
  }

  private static void add(Gaps.Open open, ObjectNode node) {
    Gap gap = open.gap();
    node.put("table", gap.table()).put("kind", gap.kind().name()).put("subject", gap.subject());
    gap.from().ifPresent(from -> node.put("from", from.toString()));
    node.put("to", gap.to().toString())
        .put("may", gap.bounds() + " may be missing")
        .put("reason", gap.reason())
        .put("since", open.foundAt().toString())
        .put("foundBy", open.foundBy());
  }

  private static void add(Reasons reasons, ObjectNode node) {
    node.put("count", reasons.count());
    ArrayNode groups = node.putArray("byReason");
    for (Reasons.Group group : reasons.groups()) {
      ArrayNode examples =
          groups
              .addObject()
              .put("index", group.index())
              .put("reason", group.reason())
              .put("count", group.count())
              .put("example", group.example())
              .put("oldest", group.oldest().toString())
              .putArray("examples");
      group.examples().forEach(examples::add);
    }
  }
}
