package dev.tributary;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What could not be indexed: lists it, tries it again, or forgets it. */
@Command(
    name = "dead-letters",
    mixinStandardHelpOptions = true,
    description = "List, show, redrive or discard what could not be indexed.",
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    subcommands = {
      LetterListCommand.class,
      LetterShowCommand.class,
      LetterRedriveCommand.class,
      LetterDiscardCommand.class
    })
final class DeadLettersCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command");
  }
}
