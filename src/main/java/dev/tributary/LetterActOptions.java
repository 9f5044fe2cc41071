package dev.tributary;

import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.table.DeadLetters.Filed;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** How a command that acts on dead letters chooses them, and what it does before it acts. */
final class LetterActOptions {

  @Mixin private LetterFilterOptions filter;

  @Option(names = "--all", description = "All letters; needed where nothing else chooses.")
  private boolean all;

  @Option(names = "--dry-run", description = "Only list and count the letters.")
  private boolean dryRun;

  @Option(names = "--yes", description = "Do not ask; needed where there is no terminal to ask on.")
  private boolean yes;

  /** Acts on the letters; its answer is the exit code. */
  @FunctionalInterface
  interface Act {
    int on(LetterDesk desk, List<Filed> letters)
        throws OpenSearchUnavailableException, InterruptedException;
  }

  /**
   * @param verb what is to be done, as in {@code Redrive 12 dead letters?}
   */
  int run(CommandSpec spec, ConfigOption config, String verb, Act act) throws InterruptedException {
    LetterFilter chosen = chosen(spec);
    return LetterDesk.open(
        spec,
        config,
        desk -> {
          List<Filed> letters = desk.find(chosen);
          if (letters.isEmpty()) {
            desk.hint(chosen);
          }
          OptionalInt end =
              before(
                  verb,
                  letters,
                  Confirmation.onTerminal(),
                  desk.out(),
                  spec.commandLine().getErr());
          return end.isPresent() ? end.getAsInt() : act.on(desk, letters);
        });
  }

  /**
   * @throws ParameterException if it is not clear that all letters are meant, or that not all are
   */
  LetterFilter chosen(CommandSpec spec) {
    LetterFilter chosen = filter.filter();
    if (chosen.takesAll() && !all) {
      throw new ParameterException(
          spec.commandLine(),
          "Say which letters: by --index, --entity, --id, --reason, --older-than or"
              + " --newer-than; or say --all");
    }
    if (!chosen.takesAll() && all) {
      throw new ParameterException(
          spec.commandLine(), "--all takes all letters, so no other option may choose some");
    }
    return chosen;
  }

  /**
   * Counts first, then asks.
   *
   * @return the exit code if nothing is to be done
   */
  OptionalInt before(
      String verb,
      List<Filed> letters,
      Confirmation confirmation,
      PrintWriter out,
      PrintWriter err) {
    String count = LetterText.count(letters.size());
    if (dryRun) {
      Instant now = Instant.now();
      letters.forEach(letter -> out.println(LetterText.line(letter, now)));
    }
    if (dryRun || letters.isEmpty()) {
      out.printf("%s; nothing was done%n", count);
      return OptionalInt.of(0);
    }
    out.println(count);
    out.flush();
    return switch (confirmation.ask(verb + " " + count + "?", yes)) {
      case YES -> OptionalInt.empty();
      case NO -> {
        out.println("nothing was done");
        yield OptionalInt.of(1);
      }
      case NOBODY_TO_ASK -> {
        err.println("there is no terminal to ask on; nothing was done: repeat it with --yes");
        yield OptionalInt.of(ExitCode.USAGE);
      }
    };
  }
}
