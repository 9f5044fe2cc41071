package dev.tributary.stream;

import dev.tributary.table.Tips;
import java.time.Instant;
import java.util.function.Consumer;
import software.amazon.kinesis.leases.LeaseRefresher;

/** Who is told how far shards are read, and what is lost of them. */
interface ReadWatch {

  /** Before any lease is made or deleted. */
  void lookAtStart(LeaseRefresher leases);

  /** What the reader of a shard tells its losses. */
  Consumer<Losses.Loss> losses(Tips.Shard shard);

  Progresses progresses();

  /** How far each shard is read. */
  interface Progresses {

    Instant now();

    /** This worker begins to read the shard. */
    ShardProgress open(Tips.Shard shard);

    /** The shard went to another worker, or came back meanwhile. */
    void close(Tips.Shard shard, ShardProgress progress);

    /**
     * The shard is finished to its end, which is about to be stored.
     *
     * @return whether it may be
     */
    boolean end(Tips.Shard shard);
  }
}
