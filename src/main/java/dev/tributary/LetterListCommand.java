package dev.tributary;

import dev.tributary.table.DeadLetters.Filed;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lists dead letters. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = "List the dead letters, all or some.",
    footer = {"", "Exit codes: 0 listed; 1 the state table cannot be read; 2 wrong use."})
final class LetterListCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private ConfigOption config;
  @Mixin private LetterFilterOptions filter;

  @Option(names = "--json", description = "Print them as JSON.")
  private boolean json;

  @Override
  public Integer call() throws InterruptedException {
    return LetterDesk.open(spec, config, this::list);
  }

  private int list(LetterDesk desk) {
    List<Filed> letters = desk.find(filter.filter());
    if (json) {
      desk.out().println(LetterText.json(letters));
      return 0;
    }
    if (letters.isEmpty()) {
      desk.hint(filter.filter());
    }
    desk.out().println(LetterText.count(letters.size()));
    Instant now = Instant.now();
    letters.forEach(letter -> desk.out().println("  " + LetterText.line(letter, now)));
    return 0;
  }
}
