package dev.tributary.change;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/** Where a change was seen. */
public sealed interface Origin {

  /** A stream record: it has a place in the order of its stream. */
  record Streamed(String stream, SequenceNumber sequenceNumber, Instant createdAt)
      implements Origin {
    public Streamed {
      Objects.requireNonNull(stream, "stream");
      Objects.requireNonNull(sequenceNumber, "sequenceNumber");
      Objects.requireNonNull(createdAt, "createdAt");
    }
  }

  /**
   * A consistent read of the table: it has a time, and no place in the stream.
   *
   * @param after the newest stream record that the replaced document was made from, kept so that
   *     the record's late duplicates are still known as such
   */
  record Read(Instant readAt, Optional<Streamed> after) implements Origin {
    public Read {
      Objects.requireNonNull(readAt, "readAt");
      Objects.requireNonNull(after, "after");
    }
  }
}
