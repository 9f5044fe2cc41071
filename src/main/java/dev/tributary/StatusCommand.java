package dev.tributary;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.config.Settings;
import dev.tributary.table.AwsClients;
import dev.tributary.table.DeadLetters;
import dev.tributary.table.Gap;
import dev.tributary.table.Gaps;
import dev.tributary.table.Holds;
import dev.tributary.table.Holds.Cause;
import dev.tributary.table.Holds.Hold;
import dev.tributary.table.PendingObjects;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lists what is not in the indexes as it should be, from the state table. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description = "List holds, gaps, documents that wait, and dead letters.",
    footer = {"", "Exit codes: 0 listed; 1 the state table cannot be read; 2 wrong use."})
final class StatusCommand implements Callable<Integer> {

  private static final int SHOWN = 20;

  private static final String GAPS_STAY =
      "  What was written then is indexed once it is written again. Repairing a gap as a whole needs a"
          + " backfill, which is not there yet.";

  @Spec private CommandSpec spec;

  @Mixin private ConfigOption config;

  @Option(names = "--json", description = "Print all of it as JSON.")
  private boolean json;

  private final ObjectNode status = new ObjectMapper().createObjectNode();
  private final ArrayNode holds = status.putArray("heldBack");
  private final ArrayNode gaps = status.putArray("gaps");
  private final ArrayNode pending = status.putArray("pending");
  private final ArrayNode letters = status.putArray("deadLetters");

  @Override
  public Integer call() throws InterruptedException {
    return StateDesk.open(spec, config, this::list);
  }

  private int list(StateDesk desk) {
    read(desk.settings(), desk.aws(), desk.stateTable());
    print(desk.out());
    return 0;
  }

  private void print(PrintWriter out) {
    if (json) {
      out.println(status.toPrettyString());
    } else {
      print("held back", holds, StatusCommand::hold, out);
      print("gaps", gaps, StatusCommand::gap, out);
      if (!gaps.isEmpty()) {
        out.println(GAPS_STAY);
      }
      print("wait for objects", pending, StatusCommand::document, out);
      print("dead letters", letters, StatusCommand::document, out);
    }
  }

  private void read(Settings settings, AwsClients aws, String stateTable) {
    PendingObjects objects = new PendingObjects(aws.dynamoDb(), stateTable);
    DeadLetters dead = new DeadLetters(aws.dynamoDb(), stateTable);
    new Holds(aws.dynamoDb(), stateTable).all().forEach(this::add);
    Gaps found = new Gaps(aws.dynamoDb(), stateTable);
    for (Settings.Table table : settings.tables().values()) {
      found.open(table.name()).forEach(this::add);
    }
    for (String index : settings.indexes().keySet()) {
      objects.each(
          index,
          entry ->
              pending
                  .addObject()
                  .put("index", index)
                  .put("id", entry.lack().id())
                  .put("reason", entry.lack().reason())
                  .put("since", entry.since().toString())
                  .put("attempts", entry.attempts())
                  .put("next", entry.due().toString()));
      dead.each(index, this::add);
    }
    dead.each(DeadLetters.NO_INDEX, this::add);
  }

  private void add(Hold hold) {
    holds
        .addObject()
        .put("what", hold.what().toString())
        .put("name", hold.name())
        .put("cause", hold.cause().name())
        .put("reason", hold.reason())
        .put("by", hold.by())
        .put("since", hold.since().toString());
  }

  private void add(Gaps.Open open) {
    Gap gap = open.gap();
    ObjectNode entry =
        gaps.addObject()
            .put("table", gap.table())
            .put("kind", gap.kind().name())
            .put("subject", gap.subject());
    gap.from().ifPresent(from -> entry.put("from", from.toString()));
    entry
        .put("to", gap.to().toString())
        .put("may", gap.bounds() + " may be missing")
        .put("reason", gap.reason())
        .put("since", open.foundAt().toString())
        .put("foundBy", open.foundBy());
  }

  private void add(DeadLetters.Filed letter) {
    letters
        .addObject()
        .put("index", letter.index())
        .put("id", letter.id())
        .put("table", letter.table())
        .put("reason", letter.reason())
        .put("since", letter.first().toString())
        .put("attempts", letter.attempts());
  }

  private static void print(
      String what, ArrayNode entries, Function<JsonNode, String> line, PrintWriter out) {
    out.printf("%d %s%n", entries.size(), what);
    for (int i = 0; i < Math.min(SHOWN, entries.size()); i++) {
      out.println("  " + line.apply(entries.get(i)));
    }
    if (entries.size() > SHOWN) {
      out.printf("  … and %d more; --json lists all%n", entries.size() - SHOWN);
    }
  }

  private static String hold(JsonNode entry) {
    boolean refusals = entry.path("cause").asText().equals(Cause.REFUSALS.name());
    return "%s %s, for %s: %s: %s; resume lets it go on"
        .formatted(
            entry.path("what").asText(),
            entry.path("name").asText(),
            age(entry),
            refusals
                ? "most documents are refused, found by " + entry.path("by").asText()
                : "paused by " + entry.path("by").asText(),
            entry.path("reason").asText());
  }

  private static String gap(JsonNode entry) {
    return "table %s, for %s: %s: %s"
        .formatted(
            entry.path("table").asText(),
            age(entry),
            entry.path("may").asText(),
            entry.path("reason").asText());
  }

  private static String document(JsonNode entry) {
    return "%s/%s, for %s: %s"
        .formatted(
            entry.path("index").asText(),
            entry.path("id").asText(),
            age(entry),
            entry.path("reason").asText());
  }

  private static String age(JsonNode entry) {
    return LetterText.age(Instant.parse(entry.path("since").asText()), Instant.now());
  }
}
