package dev.tributary.index;

/** What became of one conditional write. */
public sealed interface WriteResult {

  /**
   * @param version the document's version from now on
   */
  record Done(long version) implements WriteResult {}

  /** The condition did not hold. */
  record Conflict() implements WriteResult {}

  /** OpenSearch will never take this document. */
  record Refused(String reason) implements WriteResult {}
}
