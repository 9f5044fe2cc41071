package dev.tributary;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line. */
@Command(
    name = "tributary",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Keeps OpenSearch equal to DynamoDB.",
    subcommands = LocalCommand.class)
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    System.exit(new CommandLine(new Main()).execute(args));
  }
}
