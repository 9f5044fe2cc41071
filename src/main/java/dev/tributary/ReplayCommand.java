package dev.tributary;

import dev.tributary.backfill.ExtraConsumer;
import dev.tributary.backfill.Pauses;
import dev.tributary.backfill.ReadingRights;
import dev.tributary.backfill.ReadingRights.TakenException;
import dev.tributary.backfill.Replay;
import dev.tributary.config.RulesDigest;
import dev.tributary.config.Settings;
import dev.tributary.index.LiveDestinations;
import dev.tributary.index.OpenSearchConnection;
import dev.tributary.index.OpenSearchHttp;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.sync.Selection;
import dev.tributary.table.EntryNames;
import dev.tributary.table.Locks;
import dev.tributary.table.LostReads.Lost;
import dev.tributary.table.Tables;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Writes once more what a table's stream still has, beside the workers. */
@Command(
    name = "replay",
    mixinStandardHelpOptions = true,
    description = "Write once more what a table's stream still has.",
    footer = {
      "",
      "Workers go on meanwhile. Nothing newer is overwritten. It ends when it has passed the moment",
      "at which it was started; ended before, the same command goes on.",
      "Exit codes: 0 done; 1 not done; 2 wrong use."
    })
final class ReplayCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private ConfigOption config;

  @Mixin private ReplayOptions options;

  @Override
  public Integer call() throws InterruptedException {
    return StateDesk.open(spec, config, this::run);
  }

  private int run(StateDesk desk) throws OpenSearchUnavailableException, InterruptedException {
    options.check(spec.commandLine(), desk.settings(), config.file());
    Settings.Table table = desk.settings().tables().get(options.table());
    try (Locks locks =
            new Locks(
                desk.aws().dynamoDb(),
                desk.stateTable(),
                desk.settings().worker().id(),
                ReadingRights.LEASE);
        ReadingRights rights = ReadingRights.take(locks, List.of(table.name()), Pauses.REAL)) {
      return options.abort() ? abort(desk) : replay(desk, table, rights);
    } catch (TakenException e) {
      desk.err().println(e.getMessage());
      return 1;
    }
  }

  private int abort(StateDesk desk) {
    boolean any =
        ExtraConsumer.forget(desk.settings(), desk.aws(), options.application(desk.settings()));
    desk.out().println(any ? "what the replay left is removed" : "no replay left anything");
    return 0;
  }

  private int replay(StateDesk desk, Settings.Table table, ReadingRights rights)
      throws OpenSearchUnavailableException, InterruptedException {
    Settings settings = desk.settings();
    Tables tables = new Tables(desk.aws().dynamoDb(), settings.tables().values());
    Preflight.Result preflight =
        Preflight.check(
            settings,
            Set.of(table),
            tables,
            desk.aws().streams(),
            Preflight.where(settings, desk.aws().region().id()));
    if (!preflight.problems().isEmpty()) {
      preflight.problems().forEach(desk.err()::println);
      return 1;
    }
    try (OpenSearchHttp openSearch =
        OpenSearchConnection.open(settings.openSearch(), desk.aws().region())) {
      LiveDestinations destinations = new LiveDestinations(openSearch, RulesDigest.of(settings));
      for (String index : options.indexes(settings)) {
        // A replay of rules that nobody else has would wait for ever.
        destinations.require(index);
      }
      Instant started = desk.aws().clock().instant();
      Selection selection = new Selection(options.from(started), options.entity());
      ExtraConsumer consumer =
          ExtraConsumer.start(
              settings,
              new ExtraConsumer.Reading(options.application(settings), preflight.streams()),
              desk.aws(),
              SecondPipeline.open(
                  settings,
                  desk.aws(),
                  tables,
                  openSearch,
                  destinations,
                  selection,
                  EntryNames.OWN));
      return await(desk, consumer, rights, started);
    }
  }

  private String describe(Lost lost) {
    return "the stream no longer had all that was to be replayed, as at %s (%d such places): its records were gone before they were read; compare and mend by `verify --repair --table %s`"
        .formatted(lost.last(), lost.times(), options.table());
  }

  private int await(StateDesk desk, ExtraConsumer consumer, ReadingRights rights, Instant started)
      throws InterruptedException {
    Interruption interruption = new Interruption(consumer::stop, rights::close);
    Runtime.getRuntime().addShutdownHook(new Thread(interruption::stop, "stop"));
    Thread.setDefaultUncaughtExceptionHandler(RunCommand::uncaught);
    Replay replay = new Replay(consumer, rights::held, line -> say(desk, line), Pauses.REAL);
    say(desk, "replaying all that was written before " + started);
    try {
      if (replay.awaitPassed(started, interruption::begun) && interruption.prevent()) {
        // What was lost is known until it is told: this one's end forgets it.
        Optional<Lost> lost = consumer.lost();
        say(desk, "replayed: " + consumer.totals());
        lost.ifPresent(what -> desk.err().println(describe(what)));
        consumer.end();
        return lost.isEmpty() ? 0 : 1;
      }
    } catch (IllegalStateException e) {
      desk.err().println(e.getMessage());
      if (interruption.prevent()) {
        boolean unused = consumer.stop();
      }
    }
    if (interruption.begun()) {
      interruption.awaitDone();
    }
    say(desk, "not done; the same command goes on, --abort removes what is left");
    return 1;
  }

  private static void say(StateDesk desk, String line) {
    desk.out().println(line);
    desk.out().flush();
  }
}
