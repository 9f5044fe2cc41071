package dev.tributary.backfill;

import dev.tributary.backfill.InHand.LostException;
import dev.tributary.sync.PageSync;
import dev.tributary.sync.PageSync.Page;
import dev.tributary.sync.PageSync.Written;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;

/**
 * The pages of a part that are being written, while the next one is read: neither server waits for
 * the other then. They are finished in the order in which they were read, so that what is stored of
 * the part is always a beginning of it. For one thread.
 *
 * @param <T> what is kept with a page
 */
final class PagesUnderWay<T> implements AutoCloseable {

  /** One is read, or read again, while the other is written. More fill a small heap. */
  private static final int MOST = 2;

  /** A page of many small values is in memory many times over: no other is read beside it. */
  private static final long MOST_BYTES = 4 << 20;

  private final InHand hand;
  private final PageSync pages;
  private final Deque<Sent<T>> sent = new ArrayDeque<>();

  PagesUnderWay(InHand hand, PageSync pages) {
    this.hand = hand;
    this.pages = pages;
  }

  /** What is to be done next. */
  enum Turn {
    READ,
    FINISH,
    /** All pages are finished. */
    DONE,
    /** The part is to be left. Nothing of it is under way. */
    LEAVE
  }

  private record Sent<T>(Page page, long bytes, T more, CompletableFuture<Written> written) {}

  /** A page whose documents are written. */
  record Arrived<T>(Page page, Written written, T more) {}

  /**
   * Waits while pages are held back and there is nothing else to do.
   *
   * @param more whether there are pages to be read
   */
  Turn next(boolean more) {
    if (more && !isFull() && hand.isOpen()) {
      return Turn.READ;
    }
    if (!sent.isEmpty()) {
      return Turn.FINISH;
    }
    if (!more) {
      return Turn.DONE;
    }
    return hand.ready() ? Turn.READ : Turn.LEAVE;
  }

  private boolean isFull() {
    return sent.size() >= MOST || sent.stream().mapToLong(Sent::bytes).sum() >= MOST_BYTES;
  }

  /** Begins to write a page. */
  void send(Page page, T more) {
    CompletableFuture<Written> written = new CompletableFuture<>();
    pages.write(page, written::complete);
    sent.add(new Sent<>(page, page.bytes(), more, written));
  }

  /** Waits for the oldest, which is under way no longer then. */
  Arrived<T> oldest() throws InterruptedException, LostException {
    Written written = hand.await(sent.element().written());
    Sent<T> oldest = sent.remove();
    return new Arrived<>(oldest.page(), written, oldest.more());
  }

  /** A moment before all of them were read; now, if there are none. */
  Instant since() {
    return sent.isEmpty() ? hand.now() : sent.element().page().readAt();
  }

  /**
   * Where the part is left by a fault, waits for what is on its way: it would else be written while
   * another worker makes good what it finds.
   */
  @Override
  public void close() {
    try {
      while (!sent.isEmpty()) {
        var unused = oldest();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (LostException e) {
      // Then nothing of it is sent any more.
    }
  }
}
