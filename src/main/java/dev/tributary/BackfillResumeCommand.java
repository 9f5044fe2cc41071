package dev.tributary;

import dev.tributary.table.Backfills;
import dev.tributary.table.Backfills.State;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Let a backfill go on. */
@Command(name = "resume", mixinStandardHelpOptions = true, description = "Let a backfill go on.")
final class BackfillResumeCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private ConfigOption config;

  @Parameters(paramLabel = "ID", description = "As 'backfills list' shows it.")
  private String id;

  @Override
  public Integer call() throws InterruptedException {
    return StateDesk.open(spec, config, this::change);
  }

  private int change(StateDesk desk) {
    Backfills backfills = new Backfills(desk.aws().dynamoDb(), desk.stateTable());
    return BackfillText.changed(
        desk, backfills, id, backfills.change(id, State.PAUSED, State.RUNNING), State.RUNNING);
  }
}
