package dev.tributary;

import dev.tributary.backfill.BackfillJobs;
import dev.tributary.backfill.GapRepair;
import dev.tributary.backfill.export.ExportFolder;
import dev.tributary.config.Settings;
import dev.tributary.table.Backfills;
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
  private Integer segments;

  @Option(
      names = "--from-export",
      paramLabel = "S3-FOLDER",
      description =
          "Load a full export to S3 (DynamoDB JSON) instead of reading the table, then replay the"
              + " stream: s3://bucket/prefix/AWSDynamoDB/<export id>/.")
  private String export;

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
    if (export != null) {
      problem = exportProblem(scopes);
    } else if (scopes != 1) {
      problem = "say what to load: --table, --entity or --gaps, one of them";
    } else if (gaps && prefix != null) {
      problem = "--gaps loads whole tables: leave out --where";
    } else if (segments() < 1 || segments() > MOST_SEGMENTS) {
      problem = "--segments is 1 to " + MOST_SEGMENTS;
    }
    if (problem == null && readUnits < 0) {
      problem = "--read-units is 1 or more; 0 is no limit";
    } else if (problem == null && dryRun && detach) {
      problem = "--dry-run counts here: leave out --detach";
    }
    if (problem != null) {
      throw new ParameterException(line, problem);
    }
  }

  /** Which table it is stands in the export. */
  private String exportProblem(int scopes) {
    if (ExportFolder.of(export).isEmpty()) {
      return "--from-export '%s' is no folder of an export; write s3://bucket/prefix/AWSDynamoDB/<export id>/"
          .formatted(export);
    }
    if (gaps || scopes > 1) {
      return "--from-export loads one table: leave out --gaps, and name --table or --entity or none";
    }
    return segments == null
        ? null
        : "the files of an export are its parts: leave out --segments, or --from-export";
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
        GapRepair.plan(of.name(), settings.entities().keySet(), known.open(of.name()), readUnits)
            .ifPresent(plans::add);
      }
      return plans;
    }
    plans.add(plan(settings, table(settings).orElseThrow(), Optional.empty()));
    return plans;
  }

  /** Where the export lies. */
  Optional<ExportFolder> export() {
    return export == null ? Optional.empty() : ExportFolder.of(export);
  }

  /**
   * @param of the table, by its name in the config
   */
  Plan plan(Settings settings, String of, Optional<Backfills.Export> from) {
    return new Plan(
        settings.tables().get(of).name(),
        Optional.ofNullable(entity),
        Optional.ofNullable(prefix),
        sweep,
        readUnits,
        Optional.empty(),
        from);
  }

  /** The table that is asked for, by its name in the config. */
  Optional<String> table(Settings settings) {
    return Optional.ofNullable(table)
        .or(() -> Optional.ofNullable(entity).map(name -> settings.entities().get(name).table()));
  }

  int segments() {
    return segments == null ? BackfillJobs.SEGMENTS : segments;
  }

  boolean dryRun() {
    return dryRun;
  }

  boolean detached() {
    return detach;
  }
}
