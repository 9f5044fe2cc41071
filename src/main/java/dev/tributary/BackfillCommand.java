package dev.tributary;

import dev.tributary.backfill.BackfillJobs;
import dev.tributary.backfill.BackfillRunner;
import dev.tributary.config.RulesDigest;
import dev.tributary.config.Settings;
import dev.tributary.index.Generations;
import dev.tributary.index.LiveDestinations;
import dev.tributary.index.OpenSearchConnection;
import dev.tributary.index.OpenSearchHttp;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.sync.Pipeline;
import dev.tributary.sync.Timings;
import dev.tributary.table.Backfills;
import dev.tributary.table.Backfills.Plan;
import dev.tributary.table.DeadLetters;
import dev.tributary.table.Holds;
import dev.tributary.table.PendingObjects;
import dev.tributary.table.StateTable;
import dev.tributary.table.Tables;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Loads tables into their indexes, beside the stream. */
@Command(
    name = "backfill",
    mixinStandardHelpOptions = true,
    description = "Load a table, or what one entity asks of it, into its indexes.",
    footer = {
      "",
      "The stream goes on meanwhile, and what it brings wins. All running workers share",
      "the work, and so does this command unless it is told to --detach. If it ends early,",
      "they go on without it; 'backfills list' shows how far it is. With --from-export, the same",
      "command goes on with what is not done.",
      "Exit codes: 0 done, or begun with --detach; 1 failed or cancelled; 2 wrong use."
    })
final class BackfillCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private ConfigOption config;
  @Mixin private BackfillOptions options;

  @Override
  public Integer call() throws InterruptedException {
    options.check(spec.commandLine());
    return StateDesk.open(spec, config, this::backfill);
  }

  private int backfill(StateDesk desk) throws OpenSearchUnavailableException, InterruptedException {
    Settings settings = desk.settings();
    Optional<String> unknown = options.unknown(settings, config.file());
    if (unknown.isPresent()) {
      desk.err().println(unknown.get());
      return ExitCode.USAGE;
    }
    Tables tables = new Tables(desk.aws().dynamoDb(), settings.tables().values());
    if (options.export().isPresent()) {
      return fromExport(desk, tables);
    }
    List<Plan> plans = options.plans(desk);
    for (Plan plan : plans) {
      if (tables.describe(plan.table()).isEmpty()) {
        desk.err().printf("table '%s' does not exist%n", plan.table());
        return 1;
      }
    }
    if (plans.isEmpty()) {
      desk.out().println("There is no open gap.");
      return 0;
    }
    if (options.dryRun()) {
      return BackfillDryRun.count(desk, plans);
    }
    StateTable.create(desk.aws().dynamoDb(), desk.stateTable());
    if (options.detached()) {
      add(desk, plans).forEach(id -> desk.out().println(id + " is left to the workers."));
      return 0;
    }
    return run(desk, tables, () -> add(desk, plans));
  }

  private int fromExport(StateDesk desk, Tables tables) throws InterruptedException {
    ExportLoad load;
    try {
      load = ExportLoad.look(desk, tables, options);
    } catch (ExportLoad.RefusedException e) {
      desk.err().println(e.getMessage());
      return 1;
    }
    load.describe(desk);
    if (options.dryRun()) {
      return 0;
    }
    StateTable.create(desk.aws().dynamoDb(), desk.stateTable());
    if (options.detached()) {
      desk.out().println(load.begin(desk) + " is left to the workers.");
      return 0;
    }
    return run(desk, tables, () -> List.of(load.begin(desk)));
  }

  private List<String> add(StateDesk desk, List<Plan> plans) {
    Backfills backfills = new Backfills(desk.aws().dynamoDb(), desk.stateTable());
    List<String> ids = new ArrayList<>();
    for (Plan plan : plans) {
      // Asked once, so that the clock is DynamoDB's.
      backfills.all();
      Instant now = desk.aws().clock().instant();
      String id = BackfillJobs.id(plan, now);
      String by = System.getProperty("user.name", "somebody");
      if (BackfillJobs.add(desk.settings(), backfills, id, plan, options.segments(), by, now)) {
        ids.add(id);
      } else {
        desk.err().printf("%s has just been begun by somebody else%n", id);
      }
    }
    return ids;
  }

  /** As a worker that reads no stream. */
  private int run(StateDesk desk, Tables tables, Supplier<List<String>> begin)
      throws InterruptedException {
    Settings settings = desk.settings();
    try (OpenSearchHttp openSearch =
        OpenSearchConnection.open(settings.openSearch(), desk.aws().region())) {
      Map<String, String> rules = RulesDigest.of(settings);
      LiveDestinations destinations = new LiveDestinations(openSearch, rules);
      App.createIndexes(settings, new Generations(openSearch, rules::get), destinations);
      try (Pipeline pipeline =
              new Pipeline(
                  settings,
                  Pipeline.Part.WORKER,
                  desk.aws().region().id(),
                  openSearch,
                  destinations,
                  tables::read,
                  tables::keyOf,
                  new DeadLetters(desk.aws().dynamoDb(), desk.stateTable()),
                  new PendingObjects(desk.aws().dynamoDb(), desk.stateTable()),
                  new Holds(desk.aws().dynamoDb(), desk.stateTable()),
                  desk.aws().clock(),
                  Timings.NONE);
          BackfillRunner runner =
              new BackfillRunner(
                  settings,
                  App.backfillServers(
                      settings,
                      desk.aws(),
                      desk.stateTable(),
                      tables,
                      openSearch,
                      new StreamReplays(settings, desk.aws(), tables, openSearch, destinations)),
                  pipeline.loading(),
                  Optional.empty())) {
        List<String> ids = begin.get();
        runner.start();
        boolean done = true;
        for (String id : ids) {
          done &= new BackfillWatch(desk, tables, id).untilOver();
        }
        return done ? 0 : 1;
      }
    } catch (StartException e) {
      desk.err().println(e.getMessage());
      return 1;
    }
  }
}
