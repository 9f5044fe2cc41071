package dev.tributary;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tributary.ops.LogLines;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line. Exit codes: 0 done, 1 failed, 2 wrong use. */
@Command(
    name = "tributary",
    description = "Keeps OpenSearch equal to DynamoDB.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    subcommands = {
      DemoCommand.class,
      RunCommand.class,
      CheckCommand.class,
      ExplainCommand.class,
      MappingsCommand.class,
      GeometryCommand.class,
      RefreshCommand.class,
      BackfillCommand.class,
      BackfillsCommand.class,
      ReplayCommand.class,
      RebuildCommand.class,
      VerifyCommand.class,
      StatusCommand.class,
      HealthCommand.class,
      PauseCommand.class,
      ResumeCommand.class,
      DeadLettersCommand.class,
      LocalCommand.class,
      ChaosCommand.class,
      BenchCommand.class,
      CommandLine.HelpCommand.class
    })
public final class Main implements Runnable {

  @Spec private CommandSpec spec;

  private Main() {}

  public static void main(String[] args) {
    // The streams adapter makes its calls on the common pool, and each call blocks its thread: by
    // default a machine of two cores would read its shards one after the other.
    System.setProperty(
        "java.util.concurrent.ForkJoinPool.common.parallelism",
        System.getProperty("java.util.concurrent.ForkJoinPool.common.parallelism", "16"));
    // Only a worker's log is read by programs.
    if (System.getProperty(LogLines.FORMAT) == null && !List.of(args).contains("run")) {
      System.setProperty(LogLines.FORMAT, "plain");
    }
    // The worker's own lines would stand between those of the story. It is said here, since loggers
    // are made together with the commands.
    if (System.getProperty("tributary.log.level") == null
        && (List.of(args).contains("demo") || List.of(args).contains("bench"))) {
      System.setProperty("tributary.log.level", "WARN");
    }
    // Items hold every script there is, and not every environment says that it can show them.
    PrintWriter out =
        new PrintWriter(
            new OutputStreamWriter(new FileOutputStream(FileDescriptor.out), UTF_8), true);
    System.exit(commandLine().setOut(out).execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Main());
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command");
  }

  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Main.class.getPackage().getImplementationVersion();
      return new String[] {"tributary " + (version == null ? "(built in place)" : version)};
    }
  }
}
