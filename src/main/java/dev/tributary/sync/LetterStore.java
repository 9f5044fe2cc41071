package dev.tributary.sync;

import dev.tributary.index.DocumentKey;
import dev.tributary.table.DeadLetters;
import dev.tributary.table.DeadLetters.Letter;
import java.time.Instant;
import java.util.function.ObjLongConsumer;

/** Keeps dead letters. What could not be done throws. */
interface LetterStore {

  /** Stores a letter, unless one of a newer version is there already. */
  void store(Letter letter, Instant now);

  /**
   * Removes a document's letter, if there is one and it is of at most this version.
   *
   * @return whether none is left; if not, there is a newer one
   */
  boolean clear(DocumentKey document, long version);

  /**
   * Names all letters of an index that were there when this was called, by their ids and versions.
   */
  void each(String index, ObjLongConsumer<String> letter);

  static LetterStore of(DeadLetters letters) {
    return new LetterStore() {
      @Override
      public void store(Letter letter, Instant now) {
        letters.store(letter, now);
      }

      @Override
      public boolean clear(DocumentKey document, long version) {
        return letters.clear(document.index(), document.id(), version);
      }

      @Override
      public void each(String index, ObjLongConsumer<String> letter) {
        letters.eachVersion(index, letter);
      }
    };
  }
}
