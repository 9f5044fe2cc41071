package dev.tributary;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Lists backfills, and says whether they go on. */
@Command(
    name = "backfills",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "List, pause, resume or cancel backfills.",
    subcommands = {
      BackfillListCommand.class,
      BackfillPauseCommand.class,
      BackfillResumeCommand.class,
      BackfillCancelCommand.class
    })
final class BackfillsCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command");
  }
}
