package dev.tributary.sync;

import dev.tributary.change.SequenceNumber;
import dev.tributary.index.Conflicts;
import dev.tributary.index.DocumentStore;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.index.Outcome;
import dev.tributary.index.StoredDocument;
import dev.tributary.index.Write;
import dev.tributary.sync.Target.Objects;
import dev.tributary.sync.Waits.Waiting;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a 409 means. It is not blindly a success: the stored document says whether it is really
 * newer, and where it cannot say so the table is asked.
 *
 * <pre>
 *   stored, same stream, same or later record   → stale
 *   stored by a read of the table after it      → stale
 *   stored by a read, no record known, earlier  → reconcile
 *   stored, earlier record (a clock went back)  → reconcile
 *   stored, another stream or not ours          → reconcile
 *   absent, a delete was refused                → stale: it is gone
 *   absent, an index was refused (tombstone)    → the item decides: gone → stale, there → create
 * </pre>
 *
 * <p>Documents that another program writes too come here without a 409, and so do those that lack
 * an object: unless the stored one is at least as new they are reconciled, which leaves the other
 * program's fields as they are, and keeps what the stored document has of the object.
 */
final class ConflictResolver implements Conflicts, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ConflictResolver.class);
  private static final int THREADS = 4;
  private static final long RETRY_MILLIS = 500;
  private static final int ATTEMPTS_BETWEEN_LINES = 30;

  private final DocumentStore store;
  private final Reconciler reconciler;
  private final Waits waits;
  private final Set<String> shared;
  private final ExecutorService threads;

  /**
   * @param shared indexes whose documents another program writes too
   */
  ConflictResolver(DocumentStore store, Reconciler reconciler, Waits waits, Set<String> shared) {
    this.waits = waits;
    this.shared = shared;
    this.store = store;
    this.reconciler = reconciler;
    AtomicInteger count = new AtomicInteger();
    this.threads =
        Executors.newFixedThreadPool(
            THREADS,
            task -> {
              Thread thread = new Thread(task, "conflicts-" + count.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
  }

  @Override
  public void resolve(List<Write> refused, BiConsumer<Write, Outcome> resolved) {
    try {
      threads.execute(() -> resolveAll(refused, resolved));
    } catch (RejectedExecutionException e) {
      // Closed: the writes stay unfinished, as all the others do, and are read again.
    }
  }

  private void resolveAll(List<Write> refused, BiConsumer<Write, Outcome> resolved) {
    Optional<List<Optional<StoredDocument>>> stored =
        untilAnswered(() -> store.find(refused.stream().map(Write::document).toList()));
    if (stored.isEmpty()) {
      return;
    }
    for (int i = 0; i < refused.size(); i++) {
      Write write = refused.get(i);
      Optional<StoredDocument> document = stored.get().get(i);
      untilAnswered(() -> decide(write, document))
          .ifPresent(outcome -> resolved.accept(write, outcome));
    }
  }

  private Outcome decide(Write write, Optional<StoredDocument> stored)
      throws OpenSearchUnavailableException {
    if (shared.contains(write.document().index()) || write.apart()) {
      return stored.filter(document -> isAtLeast(document, write)).isPresent()
          ? Outcome.STALE
          : reconciler.reconcile(apart(write));
    }
    if (stored.isEmpty()) {
      return write.body().isEmpty()
          ? Outcome.STALE
          : reconciler.afterTombstone(Target.of(write, objects(write)), write.origin());
    }
    if (isAtLeast(stored.get(), write)) {
      return Outcome.STALE;
    }
    LOG.warn(
        "{} was refused, though the stored document is not newer: reading {} again",
        write,
        write.item());
    return reconciler.reconcile(Target.of(write, objects(write)));
  }

  private Target apart(Write write) {
    if (!shared.contains(write.document().index())) {
      return Target.lacking(write);
    }
    return Target.shared(write, write.apart() ? Objects.NOT_AGAIN : objects(write));
  }

  private Objects objects(Write write) {
    return new Objects(true, false, lacking -> waits.note(Waiting.of(write), lacking));
  }

  private static boolean isAtLeast(StoredDocument stored, Write write) {
    if (stored.sequenceNumber().isEmpty()) {
      // The version alone does not say so: a reconcile raises it above the read's own time.
      Instant createdAt = write.origin().createdAt();
      return stored
          .readAt()
          .map(readAt -> !createdAt.isAfter(readAt.minus(Reconciler.MARGIN)))
          .orElse(false);
    }
    Optional<SequenceNumber> newest =
        stored.stream()
            .filter(write.origin().stream()::equals)
            .flatMap(s -> stored.sequenceNumber());
    return newest.isPresent() && newest.get().compareTo(write.origin().sequenceNumber()) >= 0;
  }

  @FunctionalInterface
  private interface Attempt<T> {
    T run() throws OpenSearchUnavailableException;
  }

  /** Tries until there is an answer, or the resolver is closed. */
  private <T> Optional<T> untilAnswered(Attempt<T> attempt) {
    for (int attempts = 0; !threads.isShutdown(); attempts++) {
      boolean tell = attempts % ATTEMPTS_BETWEEN_LINES == 0;
      try {
        return Optional.of(attempt.run());
      } catch (OpenSearchUnavailableException e) {
        if (tell) {
          LOG.warn("A refused write waits for OpenSearch: {}", e.getMessage());
        }
      } catch (RuntimeException e) {
        // The table did not answer, or a fault of ours: either way the write is not decided, so
        // its place in the window stays taken.
        if (tell) {
          LOG.warn("A refused write waits for its item to be read", e);
        }
      }
      try {
        TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
