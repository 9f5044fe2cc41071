package dev.tributary.stream;

import dev.tributary.change.SequenceNumber;

/** A shard whose stored checkpoints count as progress. */
record ProgressingShard(LeasedShard shard, ShardProgress progress) implements LeasedShard {

  @Override
  public String name() {
    return shard.name();
  }

  @Override
  public boolean held() {
    return shard.held();
  }

  @Override
  public Checkpoint checkpoint(SequenceNumber done) {
    Checkpoint result = shard.checkpoint(done);
    if (result == Checkpoint.STORED) {
      progress.finished(done);
    }
    return result;
  }
}
