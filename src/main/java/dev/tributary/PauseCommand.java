package dev.tributary;

import dev.tributary.table.Holds.Cause;
import dev.tributary.table.Holds.Hold;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Has all workers hold back a table or an index. */
@Command(
    name = "pause",
    mixinStandardHelpOptions = true,
    description = "Hold back the changes of a table or of an index.",
    footer = {
      "",
      "Workers heed it within seconds, and after a restart. What is under way is still written.",
      "A shard waits at the first change that is held back, with all that is behind it; a stream",
      "keeps 24 hours.",
      "Exit codes: 0 paused; 1 the state table cannot be written; 2 wrong use."
    })
final class PauseCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private HoldTarget target;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      defaultValue = "no reason given",
      description = "For those who find it paused.")
  private String reason;

  @Override
  public Integer call() throws InterruptedException {
    return target.act(
        spec,
        false,
        (holds, what, name) -> {
          holds.hold(
              new Hold(
                  what,
                  name,
                  Cause.OPERATOR,
                  reason,
                  System.getProperty("user.name", "somebody"),
                  Instant.now()));
          spec.commandLine()
              .getOut()
              .printf("The %s '%s' is held back until it is resumed.%n", what, name);
          return 0;
        });
  }
}
