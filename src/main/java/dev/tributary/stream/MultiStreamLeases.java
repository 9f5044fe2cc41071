package dev.tributary.stream;

import com.amazonaws.services.dynamodbv2.streamsadapter.DynamoDBStreamsLeaseManagementFactory;
import com.amazonaws.services.dynamodbv2.streamsadapter.DynamoDBStreamsShardSyncer;
import java.util.List;
import software.amazon.awssdk.services.kinesis.KinesisAsyncClient;
import software.amazon.awssdk.services.kinesis.model.ChildShard;
import software.amazon.kinesis.common.HashKeyRangeForLease;
import software.amazon.kinesis.common.StreamConfig;
import software.amazon.kinesis.common.StreamIdentifier;
import software.amazon.kinesis.coordinator.DeletedStreamListProvider;
import software.amazon.kinesis.leases.Lease;
import software.amazon.kinesis.leases.LeaseManagementConfig;
import software.amazon.kinesis.leases.MultiStreamLease;
import software.amazon.kinesis.leases.ShardSyncTaskManager;
import software.amazon.kinesis.leases.exceptions.InvalidStateException;
import software.amazon.kinesis.metrics.MetricsFactory;
import software.amazon.kinesis.retrieval.RetrievalConfig;
import software.amazon.kinesis.retrieval.kpl.ExtendedSequenceNumber;

/**
 * The adapter's lease management with two corrections. A worker looks as often as {@link Pace} says
 * for leases that were given to it: KCL looks twice while the leader assigns once, and for the
 * first time after half of that, which was a third of a start. And at a shard's end the adapter
 * (2.0.1) creates the children's leases in the form for a single stream, which a scheduler of
 * several streams cannot store. The shard would hang at its end until a periodic sync found the
 * children.
 */
final class MultiStreamLeases extends DynamoDBStreamsLeaseManagementFactory {

  MultiStreamLeases(
      KinesisAsyncClient client,
      LeaseManagementConfig leases,
      RetrievalConfig retrieval,
      long findingMillis) {
    super(client, leases, retrieval);
    // All that is taken from it here: the leader has its own from the config.
    setLeaseAssignmentIntervalMillis(2 * (findingMillis + getEpsilonMillis()));
  }

  @Override
  public ShardSyncTaskManager createShardSyncTaskManager(
      MetricsFactory metrics, StreamConfig stream, DeletedStreamListProvider deletedStreams) {
    return new ShardSyncTaskManager(
        createShardDetector(stream),
        createLeaseRefresher(),
        stream.initialPositionInStreamExtended(),
        isCleanupLeasesUponShardCompletion(),
        isIgnoreUnexpectedChildShards(),
        getShardSyncIntervalMillis(),
        getExecutorService(),
        new Syncer(stream.streamIdentifier(), isCleanupLeasesUponShardCompletion(), deletedStreams),
        metrics);
  }

  private static final class Syncer extends DynamoDBStreamsShardSyncer {

    Syncer(
        StreamIdentifier stream,
        boolean cleanupLeasesUponShardCompletion,
        DeletedStreamListProvider deletedStreams) {
      super(true, stream.toString(), cleanupLeasesUponShardCompletion, deletedStreams);
    }

    @Override
    public Lease createLeaseForChildShard(ChildShard child, StreamIdentifier stream)
        throws InvalidStateException {
      if (child.parentShards().isEmpty()) {
        throw new InvalidStateException("shard " + child.shardId() + " names no parent");
      }
      MultiStreamLease lease = new MultiStreamLease();
      lease.leaseKey(MultiStreamLease.getLeaseKey(stream.serialize(), child.shardId()));
      lease.streamIdentifier(stream.serialize());
      lease.shardId(child.shardId());
      lease.parentShardIds(List.copyOf(child.parentShards()));
      lease.checkpoint(ExtendedSequenceNumber.TRIM_HORIZON);
      lease.ownerSwitchesSinceCheckpoint(0L);
      lease.hashKeyRange(HashKeyRangeForLease.fromHashKeyRange(child.hashKeyRange()));
      return lease;
    }
  }
}
