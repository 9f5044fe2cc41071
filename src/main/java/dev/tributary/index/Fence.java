package dev.tributary.index;

/**
 * What a write asks of the shard that it came from: whether that is still ours. Asked before every
 * send, so that a worker that slept through the loss of its lease cannot write the past.
 */
@FunctionalInterface
public interface Fence {
  boolean held();

  /** Whether much of the shard is still to be read: then its writes may gather. */
  default boolean behind() {
    return false;
  }
}
