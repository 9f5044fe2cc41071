package dev.tributary.index;

/** How a refused write was decided, or what happened on the way to that. */
public enum ConflictBranch {
  /** The stored document is of the same record or a later one. */
  STALE_BY_RECORD,

  /** The stored document was read from the table well after the record was made. */
  STALE_BY_READ,

  /** The stored document was read from the table, but not surely after: reconciled. */
  EARLIER_READ,

  /** The stored document is of an earlier record, though its version is higher: reconciled. */
  EARLIER_RECORD,

  /** The stored document is of another stream: reconciled. */
  OTHER_STREAM,

  /** The stored document is not of Tributary's making: reconciled. */
  NOT_OURS,

  /** A delete was refused, and there is no document. */
  ALREADY_GONE,

  /** A tombstone refused it, and the item is gone: stale. */
  TOMBSTONE_ITEM_GONE,

  /** A tombstone refused it, and the item is there: written again, above it. */
  TOMBSTONE_CREATED,

  /** A tombstone refused it, and meanwhile somebody wrote the document: reconciled. */
  TOMBSTONE_RACED,

  /** No 409: a document that no bulk may write, and the stored one is as new: stale. */
  APART_STALE,

  /** No 409: a document that no bulk may write, reconciled. */
  APART_RECONCILED,

  /** What a backfill read is refused by what is surely newer, or by what it did not write. */
  NEWER_THAN_READ,

  /** What a backfill read is refused by what may be newer or not: reconciled. */
  READ_RECONCILED,

  /** Somebody wrote the document while it was reconciled, so that began again. Not an end. */
  RECONCILED_AGAIN;

  /** Whether the stored document is at least as new as the write. */
  public boolean stale() {
    return this == STALE_BY_RECORD || this == STALE_BY_READ;
  }
}
