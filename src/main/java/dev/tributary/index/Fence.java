package dev.tributary.index;

/**
 * Whether the shard that a write came from is still ours. Asked before every send, so that a worker
 * that slept through the loss of its lease cannot write the past.
 */
@FunctionalInterface
public interface Fence {
  boolean held();
}
