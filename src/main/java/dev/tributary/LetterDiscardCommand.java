package dev.tributary;

import dev.tributary.table.DeadLetters.Filed;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Forgets dead letters. */
@Command(
    name = "discard",
    mixinStandardHelpOptions = true,
    description = "Forget dead letters; their documents stay as they are.",
    footer = {
      "",
      "Nothing lists these documents any more, though they are missing or old in their index.",
      "Exit codes: 0 discarded; 1 not so, or the state table does not answer; 2 wrong use."
    })
final class LetterDiscardCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private ConfigOption config;
  @Mixin private LetterActOptions options;

  @Override
  public Integer call() throws InterruptedException {
    return options.run(spec, config, "Discard", LetterDiscardCommand::discard);
  }

  private static int discard(LetterDesk desk, List<Filed> letters) {
    int discarded = 0;
    try {
      for (Filed letter : letters) {
        if (desk.letters().clear(letter.index(), letter.id(), letter.version())) {
          discarded++;
        } else {
          desk.out()
              .printf(
                  "%s/%s: left, since a newer change was refused meanwhile%n",
                  letter.index(), letter.id());
        }
      }
    } finally {
      desk.out().printf("%d discarded%n", discarded);
    }
    return 0;
  }
}
