/**
 * Joins the steps: a shard's changes become writes, outcomes and checkpoints. Start with {@link
 * dev.tributary.sync.ShardSync}.
 */
package dev.tributary.sync;
