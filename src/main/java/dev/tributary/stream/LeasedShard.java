package dev.tributary.stream;

import dev.tributary.change.SequenceNumber;

/** A shard of a table's stream while this worker holds its lease. Thread-safe. */
public interface LeasedShard {

  /** What became of a checkpoint. */
  enum Checkpoint {
    STORED,
    /** It could not be stored now; a later one may. */
    TRY_LATER,
    /** The shard belongs to another worker. */
    LOST
  }

  /** For people. */
  String name();

  /**
   * Whether the lease was renewed within the failover time, by the monotonic clock. Once false, it
   * never becomes true again.
   */
  boolean held();

  /** Stores how far the shard is done; a restart reads on from behind it. */
  Checkpoint checkpoint(SequenceNumber done);
}
