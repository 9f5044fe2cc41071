package dev.tributary.sync;

import dev.tributary.change.ItemKey;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.Fence;
import dev.tributary.table.DeadLetters;
import dev.tributary.table.DeadLetters.Letter;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores dead letters and clears them, on the threads {@code dead-letters-1} and so on. What is
 * about one document is all done by the same thread, one after the other: so what clears a letter
 * comes behind what stored it.
 */
public final class Letters implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Letters.class);

  /** Each waits for one answer at a time, and shards wait for them: one alone is too slow. */
  private static final int THREADS = 8;

  /** Why a document becomes a dead letter. A closed set: what exactly it was is in the letter. */
  public enum Cause {
    /** OpenSearch refused the document. */
    REFUSED,
    /** By the config's rules no document can be made of the item. */
    NOT_MADE,
    /** An object that it needs never came. */
    NO_OBJECT,
    /** The record could not be decoded. */
    UNREADABLE,
    /** A fault of Tributary's own, with its trace. */
    FAULT
  }

  private final Map<Cause, LongAdder> filed = Flow.adders(Cause.class);
  private final LetterStore store;
  private final OpenLetters open;
  private final Clock clock;
  private final List<StateWriter> writers;
  private final Map<DocumentKey, Set<Refusal>> refusals = new ConcurrentHashMap<>();

  /**
   * A refused write that is not yet a letter, and perhaps never will be: it may be taken in a
   * simpler form, or a newer one may be taken meanwhile.
   */
  final class Refusal {
    private final DocumentKey document;
    private volatile long taken = Long.MIN_VALUE;

    private Refusal(DocumentKey document) {
      this.document = document;
    }

    /** Whether a newer version was taken since, so that its letter would be of no use. */
    private boolean needless(Letter letter) {
      return taken >= letter.version();
    }

    /** It is decided what becomes of it. */
    void decided() {
      refusals.computeIfPresent(
          document,
          (key, known) -> {
            known.remove(this);
            return known.isEmpty() ? null : known;
          });
    }
  }

  /**
   * @param indexes all that have documents
   */
  Letters(LetterStore store, Set<String> indexes, Clock clock, Crew.Factory crews) {
    Set<String> all = new HashSet<>(indexes);
    all.add(DeadLetters.NO_INDEX);
    this.store = store;
    this.open = new OpenLetters(store, all);
    this.clock = clock;
    this.writers =
        IntStream.rangeClosed(1, THREADS)
            .mapToObj(
                number ->
                    new StateWriter(
                        "dead letters", 1, (name, size) -> crews.of(name + "-" + number, size)))
            .toList();
  }

  private StateWriter writer(DocumentKey document) {
    return writers.get(Math.floorMod(document.hashCode(), writers.size()));
  }

  OpenLetters open() {
    return open;
  }

  /**
   * Waits until the letters are known that were there at a moment.
   *
   * @return whether they are; not if it gave up
   */
  boolean awaitKnown(long moment, BooleanSupplier giveUp) {
    // On this thread, so it does not matter whose it is.
    StateWriter writer = writers.get(0);
    return writer.now(() -> open.loadSince(moment), giveUp);
  }

  /** One more is to be stored. */
  void count(Cause cause, Letter letter) {
    boolean fault = letter.trace().isPresent() && cause != Cause.UNREADABLE;
    filed.get(fault ? Cause.FAULT : cause).increment();
  }

  /** How many this worker filed since its start. */
  public long filed(Cause cause) {
    return filed.get(cause).sum();
  }

  /** A write was refused. What follows may take a while, and ends with a letter or without. */
  Refusal refused(DocumentKey document) {
    Refusal refusal = new Refusal(document);
    refusals.compute(
        document,
        (key, known) -> {
          Set<Refusal> all = known == null ? ConcurrentHashMap.newKeySet() : known;
          all.add(refusal);
          return all;
        });
    return refusal;
  }

  /**
   * Stores the letter and then says so. One of a shard that went elsewhere is not stored: its new
   * owner comes to the same change, and perhaps to another end.
   */
  void store(Letter letter, Refusal refusal, Fence fence, Runnable stored) {
    log(letter);
    DocumentKey document = document(letter);
    open.storing(document, letter.version());
    writer(document)
        .store(
            () -> {
              if (fence.held() && !refusal.needless(letter)) {
                store.store(letter, clock.instant());
              }
              refusal.decided();
              open.stored(document, letter.version());
            },
            stored);
  }

  /** Stores the letter, or throws. */
  void storeNow(Letter letter, Cause cause) {
    log(letter);
    count(cause, letter);
    open.storing(document(letter), letter.version());
    store.store(letter, clock.instant());
    open.stored(document(letter), letter.version());
  }

  /**
   * A write of a document, or what came of a change, is as it should be: clears the letter of at
   * most this version, if there is one, and then says so. Else it does so at once.
   */
  void succeeded(DocumentKey document, long version, Runnable cleared) {
    // First this, then the look: who stores a letter does it the other way round.
    for (Refusal refusal : refusals.getOrDefault(document, Set.of())) {
      refusal.taken = Math.max(refusal.taken, version);
    }
    if (open.has(document, version)) {
      writer(document).store(() -> open.clear(document, version), cleared);
    } else {
      cleared.run();
    }
  }

  private static DocumentKey document(Letter letter) {
    return new DocumentKey(letter.index(), letter.id());
  }

  private static void log(Letter letter) {
    LOG.error(
        "Cannot be indexed, kept as a dead letter: {} of table {}, index {}: {}",
        letter.item().map(ItemKey::toString).orElse(letter.id()),
        letter.table(),
        letter.index(),
        letter.reason());
  }

  @Override
  public void close() {
    writers.forEach(StateWriter::close);
  }
}
