package dev.tributary.sync;

import dev.tributary.index.DocumentKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The dead letters that this worker knows of, so that a success without a letter costs no call. It
 * may know some that are gone, which costs one call; so what it must not do is to miss one. Of each
 * it keeps the id and the version only. Thread-safe.
 *
 * <p>A letter may come late: another worker, one that gives up on an object, files it after the
 * document has got past its version here. No success comes for it then until the item changes
 * again. It is left where it is: a letter too many costs somebody a look, or a redrive, which finds
 * that all is well. To take it for settled by the document's version alone would be wrong, since a
 * document may also get past that version by being written without what the letter is about.
 */
final class OpenLetters {

  /**
   * A letter, of at least this version: where there may be two, the older one. Told apart from a
   * later one like it by not being the same object.
   */
  private static final class Open {
    final long version;

    /** If not, it may be on its way to the store. */
    final boolean stored;

    Open(long version, boolean stored) {
      this.version = version;
      this.stored = stored;
    }

    Open and(Open later) {
      return new Open(Math.min(version, later.version), later.stored);
    }
  }

  private final LetterStore store;
  private final Map<String, Map<String, Open>> byIndex = new HashMap<>();
  private final Object loading = new Object();
  private volatile long begun;
  private long done;

  /**
   * @param indexes all that there may be letters of
   */
  OpenLetters(LetterStore store, Set<String> indexes) {
    this.store = store;
    indexes.forEach(index -> byIndex.put(index, new ConcurrentHashMap<>()));
  }

  /** For {@link #loadSince}: which loads are too old for somebody who asks now. */
  long now() {
    return begun;
  }

  /** Reads the letters, unless they were read by a load that began after that moment. */
  void loadSince(long moment) {
    synchronized (loading) {
      if (done <= moment) {
        load();
      }
    }
  }

  /** Reads the letters: other workers file some too, and clear some. */
  void load() {
    synchronized (loading) {
      long number = begun + 1;
      begun = number;
      byIndex.forEach(this::load);
      done = number;
    }
  }

  private void load(String index, Map<String, Open> letters) {
    Map<String, Open> before = new HashMap<>(letters);
    Set<String> there = new HashSet<>();
    store.each(
        index,
        (id, version) -> {
          there.add(id);
          letters.merge(id, new Open(version, true), (known, read) -> read.and(known));
        });
    before.forEach(
        (id, open) -> {
          if (open.stored && !there.contains(id)) {
            letters.remove(id, open);
          }
        });
  }

  /** A letter is about to be stored. From now on a success clears it, behind that. */
  void storing(DocumentKey document, long version) {
    add(document, new Open(version, false));
  }

  void stored(DocumentKey document, long version) {
    add(document, new Open(version, true));
  }

  private void add(DocumentKey document, Open open) {
    of(document).merge(document.id(), open, Open::and);
  }

  /** Whether there may be any letter of an index. */
  boolean anyOf(String index) {
    return !byIndex.get(index).isEmpty();
  }

  /** Whether there may be a letter that a success of this version clears. */
  boolean has(DocumentKey document, long version) {
    Open open = of(document).get(document.id());
    return open != null && open.version <= version;
  }

  private Optional<Open> find(DocumentKey document, long version) {
    return Optional.ofNullable(of(document).get(document.id()))
        .filter(open -> open.version <= version);
  }

  /** Removes a letter that a success of this version clears. Throws if it could not. */
  void clear(DocumentKey document, long version) {
    Optional<Open> open = find(document, version);
    if (open.isEmpty()) {
      return;
    }
    if (store.clear(document, version)) {
      of(document).remove(document.id(), open.get());
    } else {
      // Somebody else filed a newer one, and a newer success has to ask for it.
      of(document).replace(document.id(), open.get(), new Open(version + 1, true));
    }
  }

  private Map<String, Open> of(DocumentKey document) {
    return byIndex.get(document.index());
  }
}
