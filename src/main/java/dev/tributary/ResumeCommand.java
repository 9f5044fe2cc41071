package dev.tributary;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Lets the workers go on with a table or an index. */
@Command(
    name = "resume",
    mixinStandardHelpOptions = true,
    description = "Go on with a table or an index that is held back.",
    footer = {
      "",
      "Also for an index that workers hold back themselves, since most of its documents were",
      "refused: what is still refused then becomes dead letters.",
      "Exit codes: 0 resumed, or nothing was held back; 1 the state table cannot be written;",
      "2 wrong use."
    })
final class ResumeCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private HoldTarget target;

  @Override
  public Integer call() throws InterruptedException {
    return target.act(
        spec,
        true,
        (holds, what, name) -> {
          boolean any = holds.release(what, name);
          spec.commandLine()
              .getOut()
              .printf(
                  any ? "The %s '%s' goes on.%n" : "The %s '%s' was not held back.%n", what, name);
          return 0;
        });
  }
}
