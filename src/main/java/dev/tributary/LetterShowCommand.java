package dev.tributary;

import dev.tributary.table.DeadLetters.Filed;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows all of one dead letter. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description = "Show all of a dead letter, its stack trace too.",
    footer = {"", "Exit codes: 0 shown; 1 there is none, or no answer; 2 wrong use."})
final class LetterShowCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private ConfigOption config;

  @Parameters(paramLabel = "ID", description = "The document's id, as 'list' has it.")
  private String id;

  @Option(
      names = "--index",
      paramLabel = "INDEX",
      description = "Its index, where several have letters of that id.")
  private String index;

  @Option(names = "--json", description = "Print it as JSON.")
  private boolean json;

  @Override
  public Integer call() throws InterruptedException {
    return LetterDesk.open(spec, config, this::show);
  }

  private int show(LetterDesk desk) {
    List<Filed> letters = new ArrayList<>();
    for (String each : index == null ? desk.indexes(LetterFilter.ALL) : List.of(index)) {
      desk.letters().find(each, id).ifPresent(letters::add);
    }
    if (letters.isEmpty()) {
      spec.commandLine().getErr().printf("there is no dead letter of '%s'%n", id);
      return 1;
    }
    desk.out()
        .println(
            json
                ? LetterText.json(letters)
                : String.join("\n", letters.stream().map(LetterText::all).toList()));
    return 0;
  }
}
