package dev.tributary.index;

import java.util.Optional;
import java.util.OptionalLong;

/** What became of one conditional write. */
public sealed interface WriteResult {

  /**
   * @param version the document's version from now on
   */
  record Done(long version) implements WriteResult {}

  /**
   * The condition did not hold.
   *
   * @param standing the version that was in the way, where OpenSearch says so: the document's, or
   *     that of its tombstone
   */
  record Conflict(OptionalLong standing) implements WriteResult {
    public Conflict() {
      this(OptionalLong.empty());
    }
  }

  /**
   * OpenSearch will never take this document, or it cannot be made.
   *
   * @param trace where the fault is one of ours
   */
  record Refused(String reason, Optional<String> trace) implements WriteResult {
    Refused(String reason) {
      this(reason, Optional.empty());
    }
  }
}
