package dev.tributary.sync;

import dev.tributary.table.DeadLetters.Letter;
import java.time.Instant;

/** Keeps dead letters. Throws if one could not be stored. */
@FunctionalInterface
interface LetterStore {
  void store(Letter letter, Instant now);
}
