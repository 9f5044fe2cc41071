package dev.tributary.backfill;

import dev.tributary.backfill.BackfillRunner.Servers;
import dev.tributary.backfill.InHand.LostException;
import dev.tributary.backfill.ReadingRights.TakenException;
import dev.tributary.backfill.export.ExportException;
import dev.tributary.backfill.export.ExportFolder;
import dev.tributary.backfill.export.Exports;
import dev.tributary.config.Settings;
import dev.tributary.index.DocumentOwners;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.table.Backfills.Export;
import dev.tributary.table.Backfills.Job;
import dev.tributary.table.Backfills.Part;
import dev.tributary.table.ItemReads;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does one part of a backfill, whichever it is, as far as it may. Thread-safe.
 *
 * <pre>
 *   of a table    scans ────────────────────────────► sweeps
 *   of an export  files ──► replay ─────────────────► sweeps
 *                             └ too late ► files, with their items read again ► replay
 * </pre>
 */
final class PartWork {

  private static final Logger LOG = LoggerFactory.getLogger(PartWork.class);

  /** How long a sweep may take over a page of documents. */
  private static final Duration LONGEST_LOOK = Duration.ofHours(1);

  private final Settings settings;
  private final Servers servers;
  private final DocumentOwners owners;

  PartWork(Settings settings, Servers servers) {
    this.settings = settings;
    this.servers = servers;
    this.owners = new DocumentOwners(servers.openSearch(), LONGEST_LOOK);
  }

  /** Not if it is of an export, and the stream lost some of what came after that. */
  static boolean hasAll(List<Part> parts) {
    return parts.stream()
        .noneMatch(part -> PartName.of(part.name()) instanceof PartName.File of && of.again());
  }

  /**
   * Returns when it is done, or stopped.
   *
   * @param parts all of the job
   * @param units the meter of what it reads
   */
  void run(InHand hand, Part part, List<Part> parts, ReadUnits units)
      throws ExportException,
          IOException,
          TakenException,
          OpenSearchUnavailableException,
          InterruptedException,
          LostException {
    Job job = hand.job();
    ItemReads items = servers.items().apply(units);
    Sweep sweep = new Sweep(owners, servers.keys(), items, hand.means().loading());
    TableWork work = new TableWork(hand, items, units, sweep);
    PartName name = PartName.of(part.name());
    if (name instanceof PartName.Sweep of) {
      // What an export has was there at its time, and what was removed since is in the replay.
      Optional<Instant> exported =
          job.plan().export().filter(export -> hasAll(parts)).map(Export::time);
      work.sweep(part, of.index(), exported.orElse(job.createdAt()));
    } else if (name instanceof PartName.Scan of) {
      work.scan(part, of);
    } else if (name instanceof PartName.File of) {
      new FileWork(hand, of, exports(job), key(job), items, units).run(part);
    } else if (name instanceof PartName.Replay) {
      replay(hand, part, hasAll(parts));
    }
  }

  private Exports exports(Job job) {
    String place = job.plan().export().orElseThrow().place();
    return servers.exports().of(ExportFolder.of(place).orElseThrow());
  }

  private Settings.Key key(Job job) {
    return settings.tables().values().stream()
        .filter(table -> table.name().equals(job.plan().table()))
        .findFirst()
        .orElseThrow()
        .key();
  }

  /** Where the stream no longer has what came after the export, the items are read again. */
  private void replay(InHand hand, Part part, boolean needed)
      throws ExportException, IOException, TakenException, InterruptedException, LostException {
    Job job = hand.job();
    boolean had =
        new ReplayWork(hand, servers.replays(), servers.locks())
            .run(part, settings.application(), needed);
    if (!had) {
      LOG.warn(
          "The export of backfill {} is older by now than what the stream has: its items are read"
              + " again, which takes read units, and it closes no gaps",
          job.id());
      servers.backfills().addParts(job.id(), PartName.files(exports(job).files().size(), true));
    }
  }
}
