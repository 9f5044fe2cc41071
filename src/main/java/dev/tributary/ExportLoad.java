package dev.tributary;

import dev.tributary.backfill.BackfillJobs;
import dev.tributary.backfill.ExportAge;
import dev.tributary.backfill.ExportSources;
import dev.tributary.backfill.export.DataFile;
import dev.tributary.backfill.export.ExportException;
import dev.tributary.backfill.export.ExportFolder;
import dev.tributary.backfill.export.Exports;
import dev.tributary.backfill.export.Summary;
import dev.tributary.config.Settings;
import dev.tributary.table.Backfills;
import dev.tributary.table.Backfills.Export;
import dev.tributary.table.Backfills.Job;
import dev.tributary.table.Backfills.Plan;
import dev.tributary.table.Backfills.State;
import dev.tributary.table.Tables;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A backfill from an export, before it begins.
 *
 * @param files how many have items
 * @param covered whether the stream has all that came after the export
 */
record ExportLoad(Plan plan, int files, boolean covered) {

  /** Why it cannot be loaded, in a line. */
  static final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    RefusedException(String message) {
      super(message);
    }
  }

  /** Reads what the export says of itself, and compares that with the config and the stream. */
  static ExportLoad look(StateDesk desk, Tables tables, BackfillOptions options)
      throws RefusedException {
    Settings settings = desk.settings();
    ExportFolder folder = options.export().orElseThrow();
    try (ExportSources sources =
        new ExportSources(settings.enrichment().objects(), desk.aws().region().id())) {
      Exports exports = sources.of(folder);
      Summary summary = exports.summary();
      String table = table(settings, options, summary);
      List<DataFile> files = exports.files();
      long items = files.stream().mapToLong(DataFile::items).sum();
      if (items != summary.items()) {
        throw new RefusedException(
            "%s: its files have %d items, and its summary says %d; make the export anew"
                .formatted(folder, items, summary.items()));
      }
      Export export = new Export(folder.toString(), summary.time(), items);
      Plan plan = options.plan(settings, table, Optional.of(export));
      // Asked first, so that the clock is DynamoDB's.
      boolean reached =
          StreamReplays.have(
              desk.aws(), tables, plan.table(), summary.time(), desk.aws().clock().instant());
      boolean young = ExportAge.isYoung(summary.time(), desk.aws().clock().instant());
      return new ExportLoad(plan, files.size(), reached && young);
    } catch (ExportException | IOException e) {
      throw new RefusedException(e.getMessage());
    }
  }

  /** By its name in the config. */
  private static String table(Settings settings, BackfillOptions options, Summary summary)
      throws RefusedException {
    String name =
        settings.tables().entrySet().stream()
            .filter(entry -> entry.getValue().name().equals(summary.table()))
            .map(Map.Entry::getKey)
            .findFirst()
            .orElseThrow(
                () ->
                    new RefusedException(
                        "the export is of table '%s', which the config does not name; it has %s"
                            .formatted(
                                summary.table(),
                                settings.tables().values().stream()
                                    .map(Settings.Table::name)
                                    .toList())));
    Optional<String> asked = options.table(settings);
    if (asked.isPresent() && !asked.get().equals(name)) {
      throw new RefusedException(
          "the export is of table '%s', not of '%s'".formatted(name, asked.get()));
    }
    if (settings.entities().values().stream().noneMatch(of -> of.table().equals(name))) {
      throw new RefusedException("no entity of the config reads table '%s'".formatted(name));
    }
    return name;
  }

  /** What it is and what it takes, in lines. */
  void describe(StateDesk desk) {
    Export export = plan.export().orElseThrow();
    desk.out()
        .printf(
            "The export has table %s as it was at %s: %,d items in %,d files.%n",
            plan.table(), export.time(), export.items(), files);
    desk.out()
        .println(
            covered
                ? "What came later is in the stream, which is replayed after the load."
                : """
                The stream does not have all that came later, by its age or since it was switched on \
                after that: so the items are read from the table once more, which takes at least a \
                read unit for each. Items that were made after the export and before the stream \
                begins are in neither: run verify --repair afterwards, or load the table without \
                --from-export. This closes no gaps.""");
    desk.out().flush();
  }

  /** The id of the job that does just this, if there is one that is not over; else of a new one. */
  String begin(StateDesk desk) {
    Backfills backfills = new Backfills(desk.aws().dynamoDb(), desk.stateTable());
    Optional<Job> same =
        backfills.all().stream()
            .filter(job -> !job.state().isOver() && isSame(job.plan()))
            .filter(job -> BackfillJobs.isOf(desk.settings(), job))
            .findFirst();
    if (same.isPresent()) {
      String paused =
          same.get().state() == State.PAUSED
              ? "; it is paused: 'backfills resume " + same.get().id() + "'"
              : "";
      desk.out().println("It was begun before and goes on" + paused + ".");
      return same.get().id();
    }
    Instant now = desk.aws().clock().instant();
    String id = BackfillJobs.id(plan, now);
    String by = System.getProperty("user.name", "somebody");
    if (!BackfillJobs.addExport(desk.settings(), backfills, id, plan, files, covered, by, now)) {
      desk.err().printf("%s has just been begun by somebody else%n", id);
    }
    return id;
  }

  private boolean isSame(Plan other) {
    return other.table().equals(plan.table())
        && other.entity().equals(plan.entity())
        && other.prefix().equals(plan.prefix())
        && other.sweep() == plan.sweep()
        && other.export().equals(plan.export());
  }
}
