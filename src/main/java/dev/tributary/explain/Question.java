package dev.tributary.explain;

import dev.tributary.change.SequenceNumber;
import java.time.Instant;
import java.util.Optional;

/**
 * What is asked on the command line.
 *
 * @param file with the item; {@code -} for the standard input
 * @param table by its name in the config or in DynamoDB
 * @param old a file with the item as it was before
 * @param removed whether the item is gone
 * @param format how the files write values; if absent, that is found out
 * @param place where in the stream the change is; if absent, only a stream record tells
 */
public record Question(
    String file,
    Optional<String> table,
    Optional<String> old,
    boolean removed,
    Optional<Format> format,
    Optional<Place> place) {

  /** What a version is made of. */
  public record Place(Instant at, SequenceNumber sequenceNumber) {}

  public Question {
    if (removed && old.isPresent()) {
      throw new IllegalArgumentException("an item that is gone is its own old image");
    }
  }
}
