package dev.tributary;

import dev.tributary.backfill.BackfillJobs;
import dev.tributary.backfill.ExtraConsumer;
import dev.tributary.backfill.Pauses;
import dev.tributary.backfill.ReadingRights;
import dev.tributary.backfill.ReadingRights.TakenException;
import dev.tributary.table.Backfills;
import dev.tributary.table.Backfills.Counts;
import dev.tributary.table.Backfills.Job;
import dev.tributary.table.Backfills.Part;
import dev.tributary.table.Backfills.State;
import dev.tributary.table.Locks;
import java.util.List;
import java.util.Optional;
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

  private int cancel(StateDesk desk) throws InterruptedException {
    Backfills backfills = new Backfills(desk.aws().dynamoDb(), desk.stateTable());
    Counts counts =
        backfills.parts(id).stream().map(Part::counts).reduce(Counts.NONE, Counts::plus);
    boolean cancelled = false;
    for (State from : new State[] {State.RUNNING, State.PAUSED, State.ENDING}) {
      cancelled =
          cancelled
              || backfills.end(id, from, State.CANCELLED, counts, desk.aws().clock().instant());
    }
    int exit = BackfillText.changed(desk, backfills, id, cancelled, State.CANCELLED);
    Optional<Job> replayed =
        backfills.all().stream()
            .filter(job -> job.id().equals(id) && job.plan().export().isPresent())
            .findFirst();
    if (cancelled && replayed.isPresent()) {
      forget(desk, replayed.get());
    }
    return exit;
  }

  /** What its reader of the stream would go on by, once nobody reads any more. */
  private static void forget(StateDesk desk, Job job) throws InterruptedException {
    try (Locks locks =
            new Locks(
                desk.aws().dynamoDb(),
                desk.stateTable(),
                desk.settings().worker().id(),
                ReadingRights.LEASE);
        ReadingRights rights =
            ReadingRights.take(locks, List.of(job.plan().table()), Pauses.REAL)) {
      boolean unused =
          rights.held()
              && ExtraConsumer.forget(
                  desk.settings(), desk.aws(), BackfillJobs.reader(desk.settings(), job.id()));
    } catch (TakenException e) {
      desk.err()
          .printf(
              "%s; if it was not this backfill's, delete the tables %s-* by hand%n",
              e.getMessage(), BackfillJobs.reader(desk.settings(), job.id()));
    }
  }
}
