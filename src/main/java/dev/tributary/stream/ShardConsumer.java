package dev.tributary.stream;

import dev.tributary.change.Change;
import java.util.List;

/**
 * Takes the changes of one shard. KCL calls it from one thread at a time, and skips a batch whose
 * call throws: so nothing here throws, it waits.
 */
public interface ShardConsumer {

  /**
   * So many reads in a row must bring nothing: one alone may come from an empty stretch of a shard
   * that goes on behind it.
   */
  int READS_AT_THE_TIP = 5;

  /** A read that brings so many records says that more of them wait. */
  int MANY = 100;

  /** Opens a consumer for each shard that comes to this worker. */
  @FunctionalInterface
  interface Factory {
    ShardConsumer open(LeasedShard shard);
  }

  /**
   * Takes changes in their order, and waits while there is no room for them. An empty list says
   * that a read brought nothing.
   */
  void accept(List<Change> changes);

  /** A record that breaks our own code: it is kept as a dead letter, and the shard goes on. */
  void unreadable(UnreadableRecord record);

  /** No record of the stream can be used: nothing more may be taken, or it would be lost. */
  void halt();

  /** The shard went to another worker: nothing of it may be written any more. */
  void lost();

  /**
   * No more changes will come here. Waits until all that were taken are finished.
   *
   * @return whether they are; if not, the shard was lost or the worker stops
   */
  boolean finish();
}
