package dev.tributary.backfill;

import dev.tributary.backfill.InHand.LostException;
import dev.tributary.backfill.export.DataFile;
import dev.tributary.backfill.export.ExportException;
import dev.tributary.backfill.export.Exports;
import dev.tributary.backfill.export.ItemLines;
import dev.tributary.change.Item;
import dev.tributary.change.Value;
import dev.tributary.config.Settings;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.sync.Loading;
import dev.tributary.sync.PageSync;
import dev.tributary.sync.PageSync.Changed;
import dev.tributary.sync.PageSync.Page;
import dev.tributary.sync.PageSync.Written;
import dev.tributary.table.Backfills.Counts;
import dev.tributary.table.Backfills.Export;
import dev.tributary.table.Backfills.Part;
import dev.tributary.table.Backfills.Plan;
import dev.tributary.table.FilePlace;
import dev.tributary.table.ItemReads;
import dev.tributary.table.ItemReads.Scanned;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes files of an export, page by page, as if they were read at the export's time. For one
 * thread.
 *
 * <p>Nothing of it is read again, as a rule: the stream is replayed from before that time once all
 * files are written, so what came later comes again. Whoever takes a part over writes the page once
 * more that was in hand; a file does not change.
 */
final class FileWork {

  /** A page is in memory several times over. */
  private static final int PAGE_ITEMS = 1_000;

  private static final int PAGE_BYTES = 1 << 20;

  private final InHand hand;
  private final PartName.File of;
  private final Plan plan;
  private final Export export;
  private final Exports exports;
  private final Settings.Key key;
  private final ItemReads items;
  private final ReadUnits units;

  /**
   * @param key the table's
   * @param units the meter of the items
   */
  FileWork(
      InHand hand,
      PartName.File of,
      Exports exports,
      Settings.Key key,
      ItemReads items,
      ReadUnits units) {
    this.hand = hand;
    this.of = of;
    this.plan = hand.job().plan();
    this.export = plan.export().orElseThrow();
    this.exports = exports;
    this.key = key;
    this.items = items;
    this.units = units;
  }

  /** Returns when it is done, or stopped between two pages. */
  void run(Part found)
      throws ExportException,
          IOException,
          OpenSearchUnavailableException,
          InterruptedException,
          LostException {
    if (!hand.means().loading().awaitLetters(() -> !hand.goesOn())) {
      return;
    }
    hand.begin(found);
    List<DataFile> files = exports.files();
    PageSync pages = hand.means().loading().pages(hand.fence(), hand.reach()::takes);
    FilePlace place = FilePlace.of(found.cursor()).orElse(new FilePlace(of.number(), 0));
    Part part = found;
    while (place.file() < files.size()) {
      Optional<Part> written = file(pages, files.get(place.file()), place, part);
      if (written.isEmpty()) {
        hand.leave(part);
        return;
      }
      part = written.get();
      place = new FilePlace(place.file() + of.of(), 0);
    }
    hand.store(part, Optional.of(place.cursor()), part.counts(), true, Optional.empty());
  }

  /** Nothing if it was stopped. */
  private Optional<Part> file(PageSync pages, DataFile file, FilePlace from, Part found)
      throws ExportException,
          IOException,
          OpenSearchUnavailableException,
          InterruptedException,
          LostException {
    Part part = found;
    try (ItemLines lines = exports.items(file, key)) {
      lines.skip(from.items());
      boolean more = true;
      while (more) {
        if (!hand.ready()) {
          return Optional.empty();
        }
        long before = lines.read();
        List<Scanned> page = new ArrayList<>();
        more = fill(page, lines);
        Counts written = write(pages, page);
        Counts counts =
            new Counts(
                lines.read() - before, written.documents(), written.deleted(), written.readUnits());
        part =
            hand.store(
                part,
                Optional.of(new FilePlace(from.file(), lines.read()).cursor()),
                part.counts().plus(counts),
                false,
                Optional.of(hand.now()));
      }
    }
    return Optional.of(part);
  }

  /** False at the end of the file. */
  private boolean fill(List<Scanned> page, ItemLines lines) throws ExportException, IOException {
    int count = 0;
    for (int bytes = 0; bytes < PAGE_BYTES && count < PAGE_ITEMS; bytes += lines.bytes()) {
      Optional<Scanned> next = lines.next();
      if (next.isEmpty()) {
        return false;
      }
      count++;
      if (isWanted(next.get())) {
        page.add(next.get());
      }
    }
    return true;
  }

  private boolean isWanted(Scanned item) {
    return plan.prefix().isEmpty()
        || (item.key().pk() instanceof Value.Text pk && pk.text().startsWith(plan.prefix().get()));
  }

  private Counts write(PageSync pages, List<Scanned> some)
      throws OpenSearchUnavailableException, InterruptedException, LostException {
    Page page = new Page(plan.table(), export.time(), some);
    Written written = hand.await(told -> pages.write(page, told));
    if (!of.again()) {
      return new Counts(0, written.documents(), 0, 0);
    }
    double before = units.spent();
    List<Optional<Item>> now = items.read(page.table(), written.keys(), true);
    int deleted = hand.await(told -> pages.tidy(written, now, told));
    Loading loading = hand.means().loading();
    for (Changed changed : pages.changed(written, now)) {
      var unused =
          loading.reconcile(changed.document(), plan.table(), changed.item(), hand.fence());
    }
    return new Counts(0, written.documents(), deleted, units.spent() - before);
  }
}
