package dev.tributary;

import dev.tributary.table.Backfills;
import dev.tributary.table.Backfills.Counts;
import dev.tributary.table.Backfills.Part;
import dev.tributary.table.Backfills.State;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Gives a backfill up. */
@Command(
    name = "cancel",
    mixinStandardHelpOptions = true,
    description = "Give a backfill up. What it wrote stays.")
final class BackfillCancelCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private ConfigOption config;

  @Parameters(paramLabel = "ID", description = "As 'backfills list' shows it.")
  private String id;

  @Override
  public Integer call() throws InterruptedException {
    return StateDesk.open(spec, config, this::cancel);
  }

  private int cancel(StateDesk desk) {
    Backfills backfills = new Backfills(desk.aws().dynamoDb(), desk.stateTable());
    Counts counts =
        backfills.parts(id).stream().map(Part::counts).reduce(Counts.NONE, Counts::plus);
    boolean cancelled = false;
    for (State from : new State[] {State.RUNNING, State.PAUSED}) {
      cancelled =
          cancelled
              || backfills.end(id, from, State.CANCELLED, counts, desk.aws().clock().instant());
    }
    return BackfillText.changed(desk, backfills, id, cancelled, State.CANCELLED);
  }
}
