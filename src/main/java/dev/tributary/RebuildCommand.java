package dev.tributary;

import dev.tributary.backfill.Pauses;
import dev.tributary.backfill.ReadingRights;
import dev.tributary.backfill.ReadingRights.TakenException;
import dev.tributary.backfill.Rebuilding;
import dev.tributary.config.Settings;
import dev.tributary.index.Generation;
import dev.tributary.index.InvalidIndexException;
import dev.tributary.index.OpenSearchConnection;
import dev.tributary.index.OpenSearchHttp;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.index.Succession;
import dev.tributary.index.Succession.Listed;
import dev.tributary.table.KeptGenerations;
import dev.tributary.table.KeptGenerations.Kept;
import dev.tributary.table.Locks;
import dev.tributary.table.Rebuilds;
import dev.tributary.table.Rebuilds.Rebuild;
import dev.tributary.table.StateTable;
import dev.tributary.table.Tables;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Makes an index anew, by the config as it is now, while searches go on. */
@Command(
    name = "rebuild",
    mixinStandardHelpOptions = true,
    description = "Make an index anew by this config, while searches go on.",
    footer = {
      "",
      "Fills a new generation, verifies it, points the alias at it, and feeds it until all",
      "workers do. Interrupted, the same command goes on. Deploy workers of the new config",
      "before it or meanwhile: they wait until the alias points at a generation of theirs.",
      "Exit codes: 0 done; 1 not done; 2 wrong use."
    })
final class RebuildCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private ConfigOption config;

  @Option(
      names = "--index",
      paramLabel = "INDEX",
      required = true,
      description = "The index, by its name in the config.")
  private String index;

  @Option(
      names = "--read-units",
      paramLabel = "N",
      description = "Use at most so many read units a second of each table.")
  private int readUnits;

  @Option(
      names = "--drop-old",
      description = "Delete the old generations at the end; alone, after a rebuild, do just that.")
  private boolean dropOld;

  @Option(
      names = "--drop-old-after",
      paramLabel = "DURATION",
      converter = LetterFilterOptions.Age.class,
      description = "Have workers delete the old generation so long after the end, such as 7d.")
  private Duration dropOldAfter;

  @Option(
      names = "--accept-listed",
      description = "Swap though the new one refuses documents that the old one has.")
  private boolean acceptListed;

  @Option(names = "--abort", description = "Give up a rebuild whose alias is not swapped yet.")
  private boolean abort;

  @Override
  public Integer call() throws InterruptedException {
    if (dropOld && dropOldAfter != null) {
      throw new ParameterException(
          spec.commandLine(), "--drop-old or --drop-old-after, not both: at once, or later");
    }
    return StateDesk.open(spec, config, this::run);
  }

  private int run(StateDesk desk) throws OpenSearchUnavailableException, InterruptedException {
    Settings all = desk.settings();
    if (!all.indexes().containsKey(index)) {
      desk.err()
          .printf(
              "%s has no index '%s'; it has %s%n", config.file(), index, all.indexes().keySet());
      return ExitCode.USAGE;
    }
    Settings settings = all.only(index);
    StateTable.create(desk.aws().dynamoDb(), desk.stateTable());
    Rebuilds rebuilds = new Rebuilds(desk.aws().dynamoDb(), desk.stateTable());
    List<String> tables = settings.tables().values().stream().map(Settings.Table::name).toList();
    try (Locks locks =
            new Locks(
                desk.aws().dynamoDb(),
                desk.stateTable(),
                settings.worker().id(),
                ReadingRights.LEASE);
        ReadingRights rights = ReadingRights.take(locks, tables, Pauses.REAL);
        OpenSearchHttp openSearch =
            OpenSearchConnection.open(settings.openSearch(), desk.aws().region())) {
      Succession succession = new Succession(openSearch);
      RebuildStart start =
          new RebuildStart(desk, settings, index, rebuilds, succession, line -> say(desk, line));
      if (abort) {
        return abort(desk, start, rebuilds, succession);
      }
      Optional<Rebuild> begun = start.begun(dropOld);
      return begun.isEmpty()
          ? drop(desk, succession)
          : rebuild(desk, settings, openSearch, rebuilds, rights, begun.get());
    } catch (TakenException | InvalidIndexException | StartException e) {
      desk.err().println(e.getMessage());
      return 1;
    }
  }

  private int rebuild(
      StateDesk desk,
      Settings settings,
      OpenSearchHttp openSearch,
      Rebuilds rebuilds,
      ReadingRights rights,
      Rebuild begun)
      throws OpenSearchUnavailableException, InvalidIndexException, InterruptedException {
    Tables tables = new Tables(desk.aws().dynamoDb(), settings.tables().values());
    Preflight.Result preflight =
        Preflight.check(
            settings,
            Set.copyOf(settings.tables().values()),
            tables,
            desk.aws().streams(),
            Preflight.where(settings, desk.aws().region().id()));
    if (!preflight.problems().isEmpty()) {
      preflight.problems().forEach(desk.err()::println);
      return 1;
    }
    RebuildMeans means =
        RebuildMeans.open(
            desk,
            settings,
            openSearch,
            tables,
            begun,
            RebuildStart.application(desk, index),
            preflight,
            readUnits);
    Interruption interruption = new Interruption(means::stop, rights::close);
    Runtime.getRuntime().addShutdownHook(new Thread(interruption::stop, "stop"));
    Thread.setDefaultUncaughtExceptionHandler(RunCommand::uncaught);
    try {
      boolean done =
          new Rebuilding(means, rebuilds::store, rights::held, line -> say(desk, line), Pauses.REAL)
              .run(begun, acceptListed, interruption::begun);
      if (done && interruption.prevent()) {
        means.end();
        rebuilds.remove(index);
        say(desk, "rebuilt: %s is %s".formatted(index, begun.to()));
        return dropOld ? drop(desk, new Succession(openSearch)) : kept(desk, begun);
      }
    } catch (IllegalStateException e) {
      desk.err().println(e.getMessage());
    } finally {
      // Also where a server does not answer: while the way to the others is still open.
      if (interruption.prevent()) {
        means.stop();
      }
    }
    if (interruption.begun()) {
      interruption.awaitDone();
    }
    say(desk, "not done; the same command goes on, --abort gives it up");
    return 1;
  }

  private int kept(StateDesk desk, Rebuild rebuild) {
    if (dropOldAfter != null) {
      Instant until = desk.aws().clock().instant().plus(dropOldAfter);
      new KeptGenerations(desk.aws().dynamoDb(), desk.stateTable())
          .keep(new Kept(index, rebuild.from(), until));
      say(desk, "%s is kept until %s".formatted(rebuild.from(), until));
      return 0;
    }
    say(desk, rebuild.from() + " is kept; the same command with --drop-old deletes it");
    return 0;
  }

  private int drop(StateDesk desk, Succession succession)
      throws OpenSearchUnavailableException, InvalidIndexException {
    for (Listed listed : succession.list(index)) {
      if (!listed.live()) {
        succession.delete(listed.generation());
        new KeptGenerations(desk.aws().dynamoDb(), desk.stateTable())
            .forget(listed.generation().name());
        say(desk, "deleted " + listed.generation());
      }
    }
    return 0;
  }

  private int abort(StateDesk desk, RebuildStart start, Rebuilds rebuilds, Succession succession)
      throws OpenSearchUnavailableException, InvalidIndexException {
    Optional<Rebuild> left = rebuilds.of(index);
    if (left.isEmpty()) {
      say(desk, "no rebuild of '%s' is under way".formatted(index));
      return 0;
    }
    Generation to = new Generation(index, left.get().to());
    boolean live =
        succession.list(index).stream().anyMatch(one -> one.live() && one.generation().equals(to));
    if (live) {
      desk.err()
          .printf(
              "searches go to %s already: let the rebuild come to its end, or go back by a rebuild with the old config%n",
              to);
      return 1;
    }
    start.forget(left.get());
    succession.delete(to);
    rebuilds.remove(index);
    say(
        desk,
        "given up: %s is deleted, searches go to %s as before".formatted(to, left.get().from()));
    return 0;
  }

  private static void say(StateDesk desk, String line) {
    desk.out().println(line);
    desk.out().flush();
  }
}
