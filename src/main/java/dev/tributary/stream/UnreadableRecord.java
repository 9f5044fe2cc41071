package dev.tributary.stream;

import dev.tributary.change.Fault;
import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import dev.tributary.change.SequenceNumber;
import java.util.Objects;
import java.util.Optional;

/**
 * A stream record that our code cannot make a change of, and what could be read of it all the same.
 *
 * @param table the table's name
 * @param sequenceNumber its place, without which nothing behind it could be checkpointed
 * @param key of the item, where that could be read
 * @param origin where its time could be read too
 */
public record UnreadableRecord(
    String table,
    SequenceNumber sequenceNumber,
    Optional<ItemKey> key,
    Optional<Origin.Streamed> origin,
    Fault fault) {

  public UnreadableRecord {
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(sequenceNumber, "sequenceNumber");
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(origin, "origin");
    Objects.requireNonNull(fault, "fault");
  }
}
