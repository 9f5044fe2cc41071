package dev.tributary.explain;

import dev.tributary.change.Item;
import dev.tributary.change.SequenceNumber;
import java.time.Instant;
import java.util.Optional;

/** What a file gives to be explained. */
sealed interface Given {

  /** An item, or only its key. */
  record Single(Item item, Format format) implements Given {}

  /**
   * A whole stream record.
   *
   * @param after the new image; absent for a removal
   * @param before the old image
   * @param expired whether its time to live removed the item
   * @param stream the stream's ARN, which Lambda writes and other tools do not
   */
  record StreamRecord(
      Item keys,
      Optional<Item> after,
      Optional<Item> before,
      boolean expired,
      Optional<String> stream,
      Optional<SequenceNumber> sequenceNumber,
      Optional<Instant> createdAt)
      implements Given {}
}
