package dev.tributary;

import dev.tributary.backfill.BackfillJobs;
import dev.tributary.backfill.GapRepair;
import dev.tributary.config.Settings;
import dev.tributary.table.Backfills.Plan;
import dev.tributary.table.Gaps;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** What {@code backfill} is asked to do. */
final class BackfillOptions {

  private static final int MOST_SEGMENTS = 1000;

  @Option(
      names = "--table",
      paramLabel = "TABLE",
      description = "Load this table, by its name in the config.")
  private String table;

  @Option(
      names = "--entity",
      paramLabel = "ENTITY",
      description = "Load only what this entity asks of its table, by its name in the config.")
  private String entity;

  @Option(
      names = "--gaps",
      description = "Repair all open gaps: load their tables, then sweep, then close the gaps.")
  private boolean gaps;

  @Option(
      names = "--where",
      paramLabel = "PREFIX",
      description = "Only items whose partition key, a text, begins so.")
  private String prefix;

  @Option(
      names = "--sweep",
      description =
          "Afterwards delete documents whose items are gone. With a whole table, this"
              + " closes its gaps.")
  private boolean sweep;

  @Option(
      names = "--read-units",
      paramLabel = "N",
      description = "Use at most so many read units a second of the table, all workers together.")
  private int readUnits;

  @Option(
      names = "--segments",
      paramLabel = "N",
      description = "Share the table in so many parts, 16 by default.")
  private int segments = BackfillJobs.SEGMENTS;

  @Option(names = "--dry-run", description = "Only read and count; write nothing.")
  private boolean dryRun;

  @Option(names = "--detach", description = "Leave it to the running workers, and return at once.")
  private boolean detach;

  /**
   * @throws ParameterException for what can be no run
   */
  void check(CommandLine line) {
    int scopes = (table != null ? 1 : 0) + (entity != null ? 1 : 0) + (gaps ? 1 : 0);
    String problem = null;
    if (scopes != 1) {
      problem = "say what to load: --table, --entity or --gaps, one of them";
    } else if (gaps && prefix != null) {
      problem = "--gaps loads whole tables: leave out --where";
    } else if (readUnits < 0) {
      problem = "--read-units is 1 or more; 0 is no limit";
    } else if (segments < 1 || segments > MOST_SEGMENTS) {
      problem = "--segments is 1 to " + MOST_SEGMENTS;
    } else if (dryRun && detach) {
      problem = "--dry-run counts here: leave out --detach";
    }
    if (problem != null) {
      throw new ParameterException(line, problem);
    }
  }

  /** What the config does not name, in a line. */
  Optional<String> unknown(Settings settings, Path file) {
    if (table != null && !settings.tables().containsKey(table)) {
      return Optional.of(
          "%s has no table '%s'; it has %s".formatted(file, table, settings.tables().keySet()));
    }
    if (entity != null && !settings.entities().containsKey(entity)) {
      return Optional.of(
          "%s has no entity '%s'; it has %s".formatted(file, entity, settings.entities().keySet()));
    }
    if (table != null
        && settings.entities().values().stream().noneMatch(of -> of.table().equals(table))) {
      return Optional.of("%s: no entity reads table '%s'".formatted(file, table));
    }
    return Optional.empty();
  }

  List<Plan> plans(StateDesk desk) {
    Settings settings = desk.settings();
    List<Plan> plans = new ArrayList<>();
    if (gaps) {
      Gaps known = new Gaps(desk.aws().dynamoDb(), desk.stateTable());
      for (Settings.Table of : settings.tables().values()) {
        GapRepair.plan(of.name(), known.open(of.name()), readUnits).ifPresent(plans::add);
      }
      return plans;
    }
    String of = table != null ? table : settings.entities().get(entity).table();
    plans.add(
        new Plan(
            settings.tables().get(of).name(),
            Optional.ofNullable(entity),
            Optional.ofNullable(prefix),
            sweep,
            readUnits,
            Optional.empty()));
    return plans;
  }

  int segments() {
    return segments;
  }

  boolean dryRun() {
    return dryRun;
  }

  boolean detached() {
    return detach;
  }
}
