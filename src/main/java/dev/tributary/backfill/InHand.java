package dev.tributary.backfill;

import dev.tributary.index.Fence;
import dev.tributary.sync.Loading;
import dev.tributary.table.Backfills;
import dev.tributary.table.Backfills.Counts;
import dev.tributary.table.Backfills.Job;
import dev.tributary.table.Backfills.Part;
import dev.tributary.table.ItemReads.Cursor;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A part of a backfill that is this worker's for now, and what all kinds of parts do.
 *
 * @param fence whether the part is still this worker's
 * @param stopping whether it is to stop at the next page
 */
record InHand(Means means, Job job, Reach reach, Fence fence, BooleanSupplier stopping) {

  private static final long NOTICE_MILLIS = 100;

  /** What all parts of a worker share. */
  record Means(Backfills backfills, Loading loading, String worker, Clock clock) {}

  /** It is not this worker's any more: what it has in hand is another's to make good. */
  static final class LostException extends Exception {
    private static final long serialVersionUID = 1;
  }

  boolean goesOn() {
    return fence.held() && !stopping.getAsBoolean();
  }

  /** Waits until nothing holds a page back; false if the part is to be left. */
  boolean ready() {
    return means.loading().awaitOpen(job.plan().table(), reach.indexes(), () -> !goesOn())
        && goesOn();
  }

  /** Whether it may go on, and nothing holds a page back now. */
  boolean isOpen() {
    return goesOn() && means.loading().awaitOpen(job.plan().table(), reach.indexes(), () -> true);
  }

  void begin(Part part) {
    means.backfills().begin(job.id(), part.name(), means.worker(), now());
  }

  void leave(Part part) {
    means.backfills().leave(job.id(), part.name(), means.worker());
  }

  Part store(
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
            done ? Optional.empty() : since,
            Optional.empty());
    means.backfills().store(job.id(), now);
    return now;
  }

  /** By the milliseconds, as OpenSearch keeps it. */
  Instant now() {
    return means.clock().instant().truncatedTo(ChronoUnit.MILLIS);
  }

  <T> T await(Consumer<Consumer<T>> work) throws InterruptedException, LostException {
    CompletableFuture<T> done = new CompletableFuture<>();
    work.accept(done::complete);
    return await(done);
  }

  <T> T await(CompletableFuture<T> done) throws InterruptedException, LostException {
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
