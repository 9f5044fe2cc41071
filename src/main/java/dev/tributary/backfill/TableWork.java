package dev.tributary.backfill;

import dev.tributary.backfill.InHand.LostException;
import dev.tributary.backfill.PagesUnderWay.Arrived;
import dev.tributary.backfill.PagesUnderWay.Turn;
import dev.tributary.change.Item;
import dev.tributary.change.ItemKey;
import dev.tributary.index.DocumentOwners.Filter;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.sync.PageSync;
import dev.tributary.sync.PageSync.Page;
import dev.tributary.sync.PageSync.Written;
import dev.tributary.table.Backfills.Counts;
import dev.tributary.table.Backfills.Job;
import dev.tributary.table.Backfills.Part;
import dev.tributary.table.ItemReads;
import dev.tributary.table.ItemReads.Cursor;
import dev.tributary.table.ItemReads.Found;
import dev.tributary.table.ItemReads.Wanted;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Does one part of a backfill of a table, as far as it may. For one thread.
 *
 * <pre>
 *   read a page → write it → read its items again → delete what is gone → store how far it is
 *        ↑           │ while earlier ones are written                             │
 *        └───────────┴────────────────────────────────────────────────────────────┘
 * </pre>
 *
 * <p>A worker that dies after it wrote a page and before it read that again may leave documents
 * whose items are gone meanwhile, and the next scan does not show those. So whoever takes a part
 * over first looks at what was written by reads since then.
 */
final class TableWork {

  /** A page is in memory several times over. */
  private static final int PAGE_ITEMS = 1_000;

  private final InHand hand;
  private final Job job;
  private final Reach reach;
  private final ItemReads items;
  private final ReadUnits units;
  private final Sweep sweep;
  private double counted;

  /**
   * @param units the meter of the items
   */
  TableWork(InHand hand, ItemReads items, ReadUnits units, Sweep sweep) {
    this.hand = hand;
    this.job = hand.job();
    this.reach = hand.reach();
    this.items = items;
    this.units = units;
    this.sweep = sweep;
  }

  /**
   * In one go: who takes it over begins anew, which finds less and less.
   *
   * @param since documents that were read since then are not looked at
   */
  void sweep(Part part, String index, Instant since)
      throws OpenSearchUnavailableException, InterruptedException, LostException {
    hand.begin(part);
    Filter unread = new Filter(job.plan().table(), Optional.empty(), Optional.of(since));
    double before = units.spent();
    int deleted;
    try {
      deleted = sweep.run(index, unread, hand::goesOn, hand::ready);
    } catch (LostException e) {
      if (hand.fence().held()) {
        hand.leave(part);
      }
      throw e;
    }
    if (!hand.goesOn()) {
      throw new LostException();
    }
    Counts counts = new Counts(0, 0, deleted, units.spent() - before);
    hand.store(part, Optional.empty(), part.counts().plus(counts), true, Optional.empty());
  }

  /** Returns when it is done, or stopped between two pages. */
  void scan(Part found, PartName.Scan of)
      throws OpenSearchUnavailableException, InterruptedException, LostException {
    if (!hand.means().loading().awaitLetters(() -> !hand.goesOn())) {
      return;
    }
    makeGood(found);
    if (!hand.fence().held()) {
      // Perhaps not all of it was looked at: what says so must stay for the next one.
      throw new LostException();
    }
    hand.begin(found);
    counted = units.spent();
    PageSync pages = hand.means().loading().pages(hand.fence(), reach::takes);
    try (PagesUnderWay<Found> underWay = new PagesUnderWay<>(hand, pages)) {
      scan(found, of, pages, underWay);
    }
  }

  private void scan(Part found, PartName.Scan of, PageSync pages, PagesUnderWay<Found> underWay)
      throws InterruptedException, LostException {
    Wanted wanted = new Wanted(job.plan().table(), of.segment(), job.plan().prefix(), PAGE_ITEMS);
    Part part = found;
    Optional<Cursor> next = Optional.of(found.cursor().orElse(Cursor.START));
    Turn turn = underWay.next(true);
    while (turn == Turn.READ || turn == Turn.FINISH) {
      if (turn == Turn.READ) {
        Instant readAt = hand.now();
        Found read = items.page(wanted, next.orElseThrow(), (key, why) -> list(key, why, readAt));
        underWay.send(new Page(job.plan().table(), readAt, read.items()), read);
        next = read.next();
      } else {
        part = finish(pages, underWay, part);
      }
      turn = underWay.next(next.isPresent());
    }
    if (turn == Turn.LEAVE) {
      hand.leave(part);
    }
  }

  /** It hides no other, and is not forgotten: as with a record that cannot be read. */
  private void list(ItemKey item, String why, Instant readAt) {
    hand.means().loading().unreadable(job.plan().table(), item, why, readAt);
  }

  /** What another worker wrote and perhaps did not read again. */
  private void makeGood(Part part) throws OpenSearchUnavailableException, LostException {
    if (part.since().isPresent()) {
      Filter inHand = new Filter(job.plan().table(), part.since(), Optional.empty());
      for (String index : reach.indexes()) {
        sweep.run(index, inHand, hand.fence(), hand::ready);
      }
    }
  }

  private Part finish(PageSync pages, PagesUnderWay<Found> underWay, Part part)
      throws InterruptedException, LostException {
    Arrived<Found> oldest = underWay.oldest();
    Written written = oldest.written();
    List<Optional<Item>> again = items.read(oldest.page().table(), written.keys(), true);
    int deleted = hand.await(told -> pages.tidy(written, again, told));
    double before = counted;
    counted = units.spent();
    Found found = oldest.more();
    Counts counts = new Counts(found.read(), written.documents(), deleted, counted - before);
    return hand.store(
        part,
        found.next(),
        part.counts().plus(counts),
        found.next().isEmpty(),
        Optional.of(underWay.since()));
  }
}
