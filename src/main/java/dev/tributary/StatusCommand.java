package dev.tributary;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.config.InvalidConfigException;
import dev.tributary.config.Settings;
import dev.tributary.table.AwsClients;
import dev.tributary.table.DeadLetters;
import dev.tributary.table.NoRegionException;
import dev.tributary.table.PendingObjects;
import dev.tributary.table.StateTable;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** Lists what is not in the indexes as it should be, from the state table. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description = "List the documents that wait for objects, and the dead letters.",
    footer = {"", "Exit codes: 0 listed; 1 the state table cannot be read; 2 wrong use."})
final class StatusCommand implements Callable<Integer> {

  private static final int SHOWN = 20;

  @Spec private CommandSpec spec;

  @Mixin private ConfigOption config;

  @Option(names = "--json", description = "Print all of it as JSON.")
  private boolean json;

  private final ObjectNode status = new ObjectMapper().createObjectNode();
  private final ArrayNode pending = status.putArray("pending");
  private final ArrayNode letters = status.putArray("deadLetters");

  @Override
  public Integer call() {
    Settings settings;
    try {
      settings = config.read();
    } catch (InvalidConfigException e) {
      spec.commandLine().getErr().println(e.getMessage());
      return 1;
    }
    try (AwsClients aws = AwsClients.open(settings.aws())) {
      String stateTable = StateTable.nameFor(settings.application());
      read(settings, aws, stateTable);
    } catch (ResourceNotFoundException e) {
      spec.commandLine()
          .getErr()
          .println(
              "no worker of application '%s' has run here yet".formatted(settings.application()));
      return 1;
    } catch (NoRegionException e) {
      spec.commandLine().getErr().println(e.getMessage());
      return 1;
    } catch (SdkException e) {
      spec.commandLine().getErr().println(Failures.describe(e, settings.aws()));
      return 1;
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(status.toPrettyString());
    } else {
      print("wait for objects", pending, out);
      print("dead letters", letters, out);
    }
    out.flush();
    return 0;
  }

  private void read(Settings settings, AwsClients aws, String stateTable) {
    PendingObjects objects = new PendingObjects(aws.dynamoDb(), stateTable);
    DeadLetters dead = new DeadLetters(aws.dynamoDb(), stateTable);
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

  private static void print(String what, ArrayNode entries, PrintWriter out) {
    out.printf("%d %s%n", entries.size(), what);
    for (int i = 0; i < Math.min(SHOWN, entries.size()); i++) {
      var entry = entries.get(i);
      out.printf(
          "  %s/%s, for %s: %s%n",
          entry.path("index").asText(),
          entry.path("id").asText(),
          age(Instant.parse(entry.path("since").asText())),
          entry.path("reason").asText());
    }
    if (entries.size() > SHOWN) {
      out.printf("  … and %d more; --json lists all%n", entries.size() - SHOWN);
    }
  }

  private static String age(Instant since) {
    Duration age = Duration.between(since, Instant.now());
    if (age.toHours() >= 48) {
      return age.toDays() + " d";
    }
    if (age.toMinutes() >= 120) {
      return age.toHours() + " h";
    }
    return age.toSeconds() >= 120 ? age.toMinutes() + " min" : age.toSeconds() + " s";
  }
}
