package dev.tributary.index;

import java.util.Optional;

/** What became of one conditional write. */
public sealed interface WriteResult {

  /**
   * @param version the document's version from now on
   */
  record Done(long version) implements WriteResult {}

  /** The condition did not hold. */
  record Conflict() implements WriteResult {}

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
