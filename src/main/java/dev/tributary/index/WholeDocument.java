package dev.tributary.index;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Objects;
import java.util.Optional;

/**
 * A stored document with all its fields.
 *
 * @param owner the item it is of; absent where that cannot be read
 * @param seqNo grows with every write
 * @param source numbers with all their digits
 */
public record WholeDocument(Optional<Owner> owner, long seqNo, ObjectNode source) {
  public WholeDocument {
    Objects.requireNonNull(owner, "owner");
    Objects.requireNonNull(source, "source");
  }
}
