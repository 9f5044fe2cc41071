package dev.tributary.backfill;

import dev.tributary.change.Item;
import dev.tributary.index.DocumentOwners.Filter;
import dev.tributary.index.Fence;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.sync.Loading;
import dev.tributary.sync.PageSync;
import dev.tributary.sync.PageSync.Page;
import dev.tributary.sync.PageSync.Written;
import dev.tributary.table.Backfills;
import dev.tributary.table.Backfills.Counts;
import dev.tributary.table.Backfills.Job;
import dev.tributary.table.Backfills.Part;
import dev.tributary.table.ItemReads;
import dev.tributary.table.ItemReads.Cursor;
import dev.tributary.table.ItemReads.Found;
import dev.tributary.table.ItemReads.Wanted;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Does one part of a backfill, as far as it may. For one thread.
 *
 * <pre>
 *   read a page → write it → read its items again → delete what is gone → store how far it is
 *        ↑                                                                        │
 *        └────────────────────────────────────────────────────────────────────────┘
 * </pre>
 *
 * <p>A worker that dies after it wrote a page and before it read that again may leave documents
 * whose items are gone meanwhile, and the next scan does not show those. So whoever takes a part
 * over first looks at what was written by reads since then.
 */
final class PartWork {

  /** A page is in memory several times over. */
  private static final int PAGE_ITEMS = 1_000;

  private static final long NOTICE_MILLIS = 100;

  /** What all parts of a worker share. */
  record Means(Backfills backfills, Loading loading, String worker, Clock clock) {}

  private final Means means;
  private final Job job;
  private final Reach reach;
  private final ItemReads items;
  private final ReadUnits units;
  private final Sweep sweep;
  private final Fence fence;
  private final BooleanSupplier stopping;

  /**
   * @param units the meter of the items
   * @param fence whether the part is still this worker's
   * @param stopping whether it is to stop at the next page
   */
  PartWork(
      Means means,
      Job job,
      Reach reach,
      ItemReads items,
      ReadUnits units,
      Sweep sweep,
      Fence fence,
      BooleanSupplier stopping) {
    this.means = means;
    this.job = job;
    this.reach = reach;
    this.items = items;
    this.units = units;
    this.sweep = sweep;
    this.fence = fence;
    this.stopping = stopping;
  }

  /** It is not this worker's any more: what it has in hand is another's to make good. */
  static final class LostException extends Exception {
    private static final long serialVersionUID = 1;
  }

  /** Returns when it is done, or stopped between two pages. */
  void run(Part part) throws OpenSearchUnavailableException, InterruptedException, LostException {
    if (PartName.of(part.name()) instanceof PartName.Sweep of) {
      sweep(part, of.index());
    } else if (PartName.of(part.name()) instanceof PartName.Scan of) {
      scan(part, of);
    }
  }

  /** In one go: who takes it over begins anew, which finds less and less. */
  private void sweep(Part part, String index)
      throws OpenSearchUnavailableException, InterruptedException, LostException {
    means.backfills().begin(job.id(), part.name(), means.worker(), now());
    Filter unread = new Filter(job.plan().table(), Optional.empty(), Optional.of(job.createdAt()));
    long[] looked = {0};
    double before = units.spent();
    int deleted = sweep.run(index, unread, this::goesOn, more -> looked[0] += more);
    if (!goesOn()) {
      throw new LostException();
    }
    Counts counts = new Counts(0, 0, deleted, units.spent() - before);
    store(part, Optional.empty(), part.counts().plus(counts), true, Optional.empty());
  }

  private boolean goesOn() {
    return fence.held() && !stopping.getAsBoolean();
  }

  private void scan(Part found, PartName.Scan of)
      throws OpenSearchUnavailableException, InterruptedException, LostException {
    if (!means.loading().awaitLetters(() -> !goesOn())) {
      return;
    }
    makeGood(found);
    if (!fence.held()) {
      // Perhaps not all of it was looked at: what says so must stay for the next one.
      throw new LostException();
    }
    Wanted wanted = new Wanted(job.plan().table(), of.segment(), job.plan().prefix(), PAGE_ITEMS);
    PageSync pages = means.loading().pages(fence, reach::takes);
    Part part = found;
    means.backfills().begin(job.id(), part.name(), means.worker(), now());
    while (!part.done()) {
      if (!ready()) {
        means.backfills().leave(job.id(), part.name(), means.worker());
        return;
      }
      part = page(pages, wanted, part);
    }
  }

  private boolean ready() {
    return means.loading().awaitOpen(job.plan().table(), reach.indexes(), () -> !goesOn())
        && goesOn();
  }

  /** What another worker wrote and perhaps did not read again. */
  private void makeGood(Part part) throws OpenSearchUnavailableException, InterruptedException {
    if (part.since().isPresent()) {
      Filter inHand = new Filter(job.plan().table(), part.since(), Optional.empty());
      for (String index : reach.indexes()) {
        sweep.run(index, inHand, fence, more -> {});
      }
    }
  }

  private Part page(PageSync pages, Wanted wanted, Part part)
      throws InterruptedException, LostException {
    double before = units.spent();
    Instant readAt = now();
    Found found = items.page(wanted, part.cursor().orElse(Cursor.START));
    Page page = new Page(job.plan().table(), readAt, found.items());
    Written written = await(told -> pages.write(page, told));
    List<Optional<Item>> again = items.read(page.table(), written.keys(), true);
    int deleted = await(told -> pages.tidy(written, again, told));
    Counts counts = new Counts(found.read(), written.documents(), deleted, units.spent() - before);
    return store(
        part, found.next(), part.counts().plus(counts), found.next().isEmpty(), Optional.of(now()));
  }

  private Part store(
      Part part, Optional<Cursor> cursor, Counts counts, boolean done, Optional<Instant> since)
      throws LostException {
    if (!fence.held()) {
      throw new LostException();
    }
    Part now =
        new Part(
            part.name(),
            cursor,
            part.pages() + 1,
            counts,
            done,
            Optional.of(means.worker()),
            done ? Optional.empty() : since);
    means.backfills().store(job.id(), now);
    return now;
  }

  /** By the milliseconds, as OpenSearch keeps it. */
  private Instant now() {
    return means.clock().instant().truncatedTo(ChronoUnit.MILLIS);
  }

  private <T> T await(Consumer<Consumer<T>> work) throws InterruptedException, LostException {
    CompletableFuture<T> done = new CompletableFuture<>();
    work.accept(done::complete);
    while (true) {
      try {
        return done.get(NOTICE_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        if (!fence.held()) {
          throw new LostException();
        }
      } catch (ExecutionException e) {
        throw new IllegalStateException(e.getCause());
      }
    }
  }
}
