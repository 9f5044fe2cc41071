package dev.tributary;

import dev.tributary.table.Backfills;
import dev.tributary.table.Backfills.Job;
import dev.tributary.table.Heartbeats;
import dev.tributary.table.Heartbeats.Beat;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Lists backfills. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = "List backfills of the last 30 days and how far they are.")
final class BackfillListCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private ConfigOption config;

  @Override
  public Integer call() throws InterruptedException {
    return StateDesk.open(spec, config, this::list);
  }

  private int list(StateDesk desk) {
    Backfills backfills = new Backfills(desk.aws().dynamoDb(), desk.stateTable());
    List<Job> jobs = backfills.all();
    if (jobs.isEmpty()) {
      desk.out().println("There was no backfill in the last 30 days.");
    }
    Heartbeats heartbeats = new Heartbeats(desk.aws().dynamoDb(), desk.stateTable());
    List<Beat> workers = BackfillText.workers(heartbeats, desk.aws().clock().instant());
    jobs.forEach(job -> desk.out().println(BackfillText.line(backfills, workers, job)));
    return 0;
  }
}
