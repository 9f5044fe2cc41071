package dev.tributary.sync;

import dev.tributary.change.Fault;
import dev.tributary.change.Origin;
import dev.tributary.document.Version;
import dev.tributary.index.ConflictBranch;
import dev.tributary.index.Conflicts;
import dev.tributary.index.DocumentStores;
import dev.tributary.index.Fence;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.index.Outcome;
import dev.tributary.index.StoredDocument;
import dev.tributary.index.Write;
import dev.tributary.index.WriteEvents;
import dev.tributary.sync.Target.Objects;
import dev.tributary.sync.Waits.Waiting;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a 409 means. It is not blindly a success: the stored document says whether it is really
 * newer, and where it cannot say so the table is asked.
 *
 * <pre>
 *   stored, same stream, same or later record   → stale
 *   stored by a read of the table long after it → stale
 *   stored by a read, no record known, else     → reconcile
 *   stored, earlier record (a clock went back)  → reconcile
 *   stored, another stream or not ours          → reconcile
 *   absent, a delete was refused                → stale: it is gone
 *   absent, an index was refused (tombstone)    → the item decides: gone → stale, there → write
 *   a read of a backfill was refused            → stale if the stored one is surely newer,
 *                                                 else reconcile
 * </pre>
 *
 * <p>Documents that another program writes too come here without a 409, and so do those that lack
 * an object: unless the stored one is at least as new they are reconciled, which leaves the other
 * program's fields as they are, and keeps what the stored document has of the object.
 */
final class ConflictResolver implements Conflicts, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ConflictResolver.class);
  private static final int THREADS_OF_AN_INDEX = 4;

  /**
   * A record that is older than a read by this much was in it, even where DynamoDB's clock went
   * back between the two. Too much costs a read of the item, too little loses a write.
   */
  static final Duration SURELY_BEFORE = Duration.ofMinutes(5);

  private static final Duration RETRY = Duration.ofMillis(500);
  private static final int ATTEMPTS_BETWEEN_LINES = 30;

  /** So many faults of ours about one write end it as a dead letter. */
  private static final int FAULTS_THAT_LAST = 5;

  private final DocumentStores stores;
  private final Reconciler reconciler;
  private final Waits waits;
  private final Set<String> shared;
  private final Crew.Factory crews;

  /** By index: one that takes no writes must not keep the others waiting. */
  private final Map<String, Crew> byIndex = new ConcurrentHashMap<>();

  private final WriteEvents events;

  /**
   * @param shared indexes whose documents another program writes too
   */
  ConflictResolver(
      DocumentStores stores,
      Reconciler reconciler,
      Waits waits,
      Set<String> shared,
      Crew.Factory crews,
      WriteEvents events) {
    this.stores = stores;
    this.reconciler = reconciler;
    this.waits = waits;
    this.shared = shared;
    this.events = events;
    this.crews = crews;
  }

  @Override
  public void resolve(List<Write> refused, BiConsumer<Write, Outcome> resolved) {
    refused.stream()
        .collect(Collectors.groupingBy(Write::generation))
        .forEach(
            (generation, writes) -> {
              Crew crew = crew(generation.index());
              crew.execute(() -> resolveAll(writes, resolved, crew));
            });
  }

  private Crew crew(String index) {
    return byIndex.computeIfAbsent(
        index, name -> crews.of("conflicts-" + name, THREADS_OF_AN_INDEX));
  }

  /**
   * For a change that was put aside: makes its document equal to its item as that is now.
   *
   * @param resolved told once, on any thread; never, once this is closed
   */
  void again(Waiting held, Fence fence, Consumer<Outcome> resolved) {
    Crew crew = crew(held.document().index());
    crew.execute(
        () ->
            resolve(
                held.document(), () -> reconciler.reconcile(target(held, fence)), resolved, crew));
  }

  /** Into the generation of the moment: it may have been put aside for long. */
  private Target target(Waiting held, Fence fence) throws OpenSearchUnavailableException {
    String index = held.document().index();
    return new Target(
        held.document(),
        stores.destinations().require(index),
        held.table(),
        held.item(),
        shared.contains(index) ? 0 : held.change().map(Version::of).orElse(0L),
        held.change(),
        fence,
        new Objects(true, false, lacking -> waits.note(held, lacking)));
  }

  /**
   * @param refused all of one generation
   */
  private void resolveAll(List<Write> refused, BiConsumer<Write, Outcome> resolved, Crew crew) {
    Optional<List<Optional<StoredDocument>>> stored;
    try {
      stored =
          untilAnswered(
              () ->
                  stores
                      .of(refused.get(0).generation())
                      .find(refused.stream().map(Write::document).toList()),
              crew);
    } catch (LastingFaultException e) {
      // One of them is at fault, and that must not cost the others.
      refused.forEach(
          write ->
              resolve(
                  write,
                  () -> decide(write, stores.of(write.generation()).find(write.document())),
                  outcome -> resolved.accept(write, outcome),
                  crew));
      return;
    }
    if (stored.isEmpty()) {
      return;
    }
    for (int i = 0; i < refused.size(); i++) {
      Write write = refused.get(i);
      Optional<StoredDocument> document = stored.get().get(i);
      resolve(
          write, () -> decide(write, document), outcome -> resolved.accept(write, outcome), crew);
    }
  }

  /**
   * @param what for a message
   */
  private void resolve(
      Object what, Attempt<Outcome> decision, Consumer<Outcome> resolved, Crew crew) {
    try {
      untilAnswered(decision, crew).ifPresent(resolved);
    } catch (LastingFaultException e) {
      LOG.error("{} cannot be decided, by a fault of Tributary's", what, e.getCause());
      resolved.accept(Outcome.Rejected.of(Fault.of(e.getCause())));
    }
  }

  /** Counted once it is decided, however often it was tried. */
  private Outcome decide(Write write, Optional<StoredDocument> stored)
      throws OpenSearchUnavailableException {
    if (write.origin() instanceof Origin.Read read) {
      return decideRead(write, read, stored);
    }
    if (stored.isEmpty() && !goesApart(write)) {
      return decideAbsent(write);
    }
    ConflictBranch branch = branch(write, stored);
    Outcome outcome =
        switch (branch) {
          case STALE_BY_RECORD, STALE_BY_READ, APART_STALE -> Outcome.STALE;
          case APART_RECONCILED -> reconciler.reconcile(apart(write));
          default -> {
            LOG.warn(
                "{} was refused, though the stored document is not newer: reading {} again",
                write,
                write.item());
            yield reconciler.reconcile(Target.of(write, objects(write)));
          }
        };
    events.decided(branch);
    return outcome;
  }

  private Outcome decideAbsent(Write write) throws OpenSearchUnavailableException {
    if (write.body().isPresent()) {
      return reconciler.afterTombstone(
          Target.of(write, objects(write)), write.record().orElseThrow());
    }
    events.decided(ConflictBranch.ALREADY_GONE);
    return Outcome.STALE;
  }

  private boolean goesApart(Write write) {
    return shared.contains(write.document().index()) || write.apart();
  }

  private ConflictBranch branch(Write write, Optional<StoredDocument> stored) {
    if (goesApart(write)) {
      return stored.filter(document -> branch(document, write).stale()).isPresent()
          ? ConflictBranch.APART_STALE
          : ConflictBranch.APART_RECONCILED;
    }
    return branch(stored.orElseThrow(), write);
  }

  /**
   * What a backfill read meets something of a higher version. Mostly that is newer; but a version
   * that is only a little higher is no proof, since a read's version lies before the read: then the
   * item is asked.
   */
  private Outcome decideRead(Write write, Origin.Read read, Optional<StoredDocument> stored)
      throws OpenSearchUnavailableException {
    boolean newer = stored.filter(document -> isNewer(document, read)).isPresent();
    // A page deletes only what it wrote itself.
    boolean undone = write.body().isEmpty() && !goesApart(write);
    if (newer || undone) {
      events.decided(ConflictBranch.NEWER_THAN_READ);
      return Outcome.STALE;
    }
    Outcome outcome =
        reconciler.reconcile(goesApart(write) ? apart(write) : Target.of(write, objects(write)));
    events.decided(ConflictBranch.READ_RECONCILED);
    return outcome;
  }

  private static boolean isNewer(StoredDocument stored, Origin.Read read) {
    return stored.readAt().filter(at -> !at.isBefore(read.readAt())).isPresent()
        || stored.time().filter(at -> at.isAfter(read.readAt().plus(SURELY_BEFORE))).isPresent();
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

  private static ConflictBranch branch(StoredDocument stored, Write write) {
    Origin.Streamed record = write.record().orElseThrow();
    if (stored.sequenceNumber().isEmpty()) {
      // The version alone does not say so: a reconcile raises it above the read's own time.
      Instant createdAt = record.createdAt();
      return stored
          .readAt()
          .map(readAt -> !createdAt.isAfter(readAt.minus(SURELY_BEFORE)))
          .map(later -> later ? ConflictBranch.STALE_BY_READ : ConflictBranch.EARLIER_READ)
          .orElse(ConflictBranch.NOT_OURS);
    }
    if (!stored.stream().equals(Optional.of(record.stream()))) {
      return ConflictBranch.OTHER_STREAM;
    }
    return stored.sequenceNumber().get().compareTo(record.sequenceNumber()) >= 0
        ? ConflictBranch.STALE_BY_RECORD
        : ConflictBranch.EARLIER_RECORD;
  }

  @FunctionalInterface
  private interface Attempt<T> {
    T run() throws OpenSearchUnavailableException;
  }

  /** A fault of ours that trying again did not cure. */
  private static final class LastingFaultException extends Exception {
    private static final long serialVersionUID = 1;

    LastingFaultException(RuntimeException fault) {
      super(fault);
    }
  }

  /** Tries until there is an answer, or the resolver is closed. */
  private static <T> Optional<T> untilAnswered(Attempt<T> attempt, Crew crew)
      throws LastingFaultException {
    int attempts = 0;
    int faults = 0;
    do {
      boolean tell = attempts++ % ATTEMPTS_BETWEEN_LINES == 0;
      try {
        return Optional.of(attempt.run());
      } catch (OpenSearchUnavailableException e) {
        if (tell) {
          LOG.warn("A refused write waits for OpenSearch: {}", e.getMessage());
        }
      } catch (TableUnavailableException e) {
        // The write is not decided, so its place in the window stays taken.
        if (tell) {
          LOG.warn("A refused write waits for its item to be read: {}", e.getMessage());
        }
      } catch (RuntimeException e) {
        // Anything else is a fault of ours, and one that lasts must not keep its shard for ever.
        if (++faults == FAULTS_THAT_LAST) {
          throw new LastingFaultException(e);
        }
      }
    } while (crew.rest(RETRY));
    return Optional.empty();
  }

  @Override
  public void close() {
    byIndex.values().forEach(Crew::close);
  }
}
