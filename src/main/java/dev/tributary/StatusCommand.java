package dev.tributary;

import dev.tributary.config.Settings;
import dev.tributary.explain.Paint;
import dev.tributary.ops.FleetStatus;
import dev.tributary.ops.RebuildSection;
import dev.tributary.ops.StatusJson;
import dev.tributary.ops.StatusReader;
import dev.tributary.ops.VerifySection;
import dev.tributary.table.AwsClients;
import dev.tributary.table.Backfills;
import dev.tributary.table.Heartbeats;
import dev.tributary.table.KeptGenerations;
import dev.tributary.table.Rebuilds;
import dev.tributary.table.VerifyRounds;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import software.amazon.awssdk.core.exception.SdkException;

/** Says whether search is behind and why, and what the fleet is doing. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description = "Say whether search is behind and why, and what workers do.",
    footer = {"", "Exit codes: 0 told; 1 the state table cannot be read; 2 wrong use."})
final class StatusCommand implements Callable<Integer> {

  /** Where no terminal says how wide it is, nothing is cut. */
  private static final int UNBOUNDED = 10_000;

  @Spec private CommandSpec spec;

  @Mixin private ConfigOption config;

  @Option(names = "--json", description = "Print all of it as one JSON object.")
  private boolean json;

  @Option(
      names = "--watch",
      arity = "0..1",
      fallbackValue = "5",
      paramLabel = "SECONDS",
      description = "Look again and again, every 5 seconds or as often as said, until Ctrl-C.")
  private Integer watch;

  @Override
  public Integer call() throws InterruptedException {
    if (watch != null && watch < 1) {
      throw new ParameterException(
          spec.commandLine(), "--watch takes a number of seconds, 1 or more, not " + watch);
    }
    return StateDesk.open(spec, config, this::tell);
  }

  private int tell(StateDesk desk) throws InterruptedException {
    StatusReader reader =
        StatusSources.reader(
            desk.settings(),
            desk.aws(),
            desk.stateTable(),
            sections(desk.settings(), desk.aws(), desk.stateTable()),
            StatusReader.LISTS_EVERY);
    boolean terminal = Ansi.AUTO.enabled();
    if (watch == null) {
      print(reader.read(), terminal, desk.out());
      return 0;
    }
    while (true) {
      try {
        FleetStatus status = reader.read();
        if (terminal && !json) {
          redraw(status, desk.out());
        } else {
          print(status, terminal, desk.out());
          desk.out().println();
        }
      } catch (SdkException e) {
        // Who watches wants to see when it is back.
        desk.err().println(Failures.describe(e, desk.settings().aws()));
      }
      desk.out().flush();
      desk.err().flush();
      TimeUnit.SECONDS.sleep(watch);
    }
  }

  private void print(FleetStatus status, boolean terminal, PrintWriter out) {
    if (json) {
      // While watching, each on a line of its own.
      out.println(
          watch == null
              ? StatusJson.of(status).toPrettyString()
              : StatusJson.of(status).toString());
    } else {
      lines(status, terminal).forEach(out::println);
    }
  }

  private static List<String> lines(FleetStatus status, boolean terminal) {
    return StatusText.lines(
        status, terminal ? Paint.ON : Paint.OFF, terminal ? Terminal.width() : UNBOUNDED);
  }

  /** In place: each line is cleared behind its end, and the screen behind the last one. */
  private static void redraw(FleetStatus status, PrintWriter out) {
    StringBuilder screen = new StringBuilder("\u001b[H");
    lines(status, true).forEach(line -> screen.append(line).append("\u001b[K\n"));
    out.print(screen.append("\u001b[J"));
  }

  /** What else there is to tell: backfills and the like go here, each read for each look. */
  private static List<Supplier<FleetStatus.Section>> sections(
      Settings settings, AwsClients aws, String stateTable) {
    Backfills backfills = new Backfills(aws.dynamoDb(), stateTable);
    Heartbeats heartbeats = new Heartbeats(aws.dynamoDb(), stateTable);
    Rebuilds rebuilds = new Rebuilds(aws.dynamoDb(), stateTable);
    KeptGenerations kept = new KeptGenerations(aws.dynamoDb(), stateTable);
    VerifyRounds rounds = new VerifyRounds(aws.dynamoDb(), stateTable);
    return List.of(
        () -> BackfillText.section(backfills, heartbeats, aws.clock().instant()),
        () -> RebuildSection.of(rebuilds.all(), kept.all(), aws.clock().instant()),
        () -> VerifySection.of(rounds, aws.clock().instant()),
        () -> GenerationStatus.section(settings, aws.region()));
  }
}
