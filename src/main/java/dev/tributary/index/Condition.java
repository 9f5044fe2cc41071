package dev.tributary.index;

/** Under which condition a document may be written or deleted. */
public sealed interface Condition {

  /** Unless the stored version, or its tombstone's, is higher. */
  record AtVersion(long version) implements Condition {}

  /** Only if nobody wrote it since it was read. OpenSearch raises the version by one. */
  record Unchanged(long seqNo, long primaryTerm) implements Condition {}

  /** Only while there is no document. OpenSearch chooses the version. */
  record Absent() implements Condition {}
}
