package dev.tributary.backfill;

import dev.tributary.backfill.InHand.LostException;
import dev.tributary.backfill.PagesUnderWay.Arrived;
import dev.tributary.backfill.PagesUnderWay.Turn;
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
    try (ItemLines lines = exports.items(file, key);
        PagesUnderWay<FilePlace> underWay = new PagesUnderWay<>(hand, pages)) {
      lines.skip(from.items());
      boolean more = true;
      Turn turn = underWay.next(true);
      while (turn == Turn.READ || turn == Turn.FINISH) {
        if (turn == Turn.READ) {
          List<Scanned> page = new ArrayList<>();
          more = fill(page, lines);
          underWay.send(
              new Page(plan.table(), export.time(), page),
              new FilePlace(from.file(), lines.read()));
        } else {
          part = finish(pages, underWay, part);
        }
        turn = underWay.next(more);
      }
      return turn == Turn.DONE ? Optional.of(part) : Optional.empty();
    }
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

  private Part finish(PageSync pages, PagesUnderWay<FilePlace> underWay, Part part)
      throws OpenSearchUnavailableException, InterruptedException, LostException {
    Arrived<FilePlace> oldest = underWay.oldest();
    FilePlace place = oldest.more();
    double before = units.spent();
    int deleted = of.again() ? readAgain(pages, oldest.written()) : 0;
    Counts counts =
        new Counts(
            place.items() - readBefore(part, place.file()),
            oldest.written().documents(),
            deleted,
            units.spent() - before);
    return hand.store(
        part,
        Optional.of(place.cursor()),
        part.counts().plus(counts),
        false,
        Optional.of(hand.now()));
  }

  /** How many items of a file were done when the part was stored last. */
  private static long readBefore(Part part, int file) {
    return FilePlace.of(part.cursor())
        .filter(place -> place.file() == file)
        .map(FilePlace::items)
        .orElse(0L);
  }

  private int readAgain(PageSync pages, Written written)
      throws OpenSearchUnavailableException, InterruptedException, LostException {
    List<Optional<Item>> now = items.read(plan.table(), written.keys(), true);
    int deleted = hand.await(told -> pages.tidy(written, now, told));
    Loading loading = hand.means().loading();
    for (Changed changed : pages.changed(written, now)) {
      var unused =
          loading.reconcile(changed.document(), plan.table(), changed.item(), hand.fence());
    }
    return deleted;
  }
}
