package dev.tributary.stream;

import com.amazonaws.services.dynamodbv2.streamsadapter.adapter.DynamoDBStreamsClientRecord;
import com.amazonaws.services.dynamodbv2.streamsadapter.model.DynamoDBStreamsProcessRecordsInput;
import com.amazonaws.services.dynamodbv2.streamsadapter.processor.DynamoDBStreamsShardRecordProcessor;
import dev.tributary.change.Change;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.kinesis.common.StreamIdentifier;
import software.amazon.kinesis.leases.LeaseCoordinator;
import software.amazon.kinesis.leases.MultiStreamLease;
import software.amazon.kinesis.lifecycle.events.InitializationInput;
import software.amazon.kinesis.lifecycle.events.LeaseLostInput;
import software.amazon.kinesis.lifecycle.events.ShardEndedInput;
import software.amazon.kinesis.lifecycle.events.ShutdownRequestedInput;

/** KCL's view of a shard, turned into ours. KCL calls it from one thread at a time. */
final class ShardProcessor implements DynamoDBStreamsShardRecordProcessor {

  private static final Logger LOG = LoggerFactory.getLogger(ShardProcessor.class);

  private final StreamIdentifier stream;
  private final RecordDecoder decoder;
  private final Supplier<LeaseCoordinator> leases;
  private final Duration failover;
  private final ShardConsumer.Factory consumers;
  private KclShard shard;
  private ShardConsumer consumer;
  private boolean handedOver;

  ShardProcessor(
      StreamIdentifier stream,
      RecordDecoder decoder,
      Supplier<LeaseCoordinator> leases,
      Duration failover,
      ShardConsumer.Factory consumers) {
    this.stream = stream;
    this.decoder = decoder;
    this.leases = leases;
    this.failover = failover;
    this.consumers = consumers;
  }

  @Override
  public void initialize(InitializationInput input) {
    String leaseKey = MultiStreamLease.getLeaseKey(stream.serialize(), input.shardId());
    String name = decoder.table() + "/" + input.shardId();
    shard = new KclShard(name, leaseKey, leases, failover, System::nanoTime);
    consumer = consumers.open(shard);
    LOG.info("Reading {} from {}", shard.name(), input.extendedSequenceNumber().sequenceNumber());
  }

  @Override
  public void processRecords(DynamoDBStreamsProcessRecordsInput input) {
    shard.checkpointer(input.checkpointer());
    List<Change> changes = new ArrayList<>(input.records().size());
    RuntimeException unreadable = null;
    for (DynamoDBStreamsClientRecord record : input.records()) {
      try {
        changes.add(decoder.decode(record.getRecord()));
      } catch (RuntimeException e) {
        unreadable = e;
        break;
      }
    }
    consumer.accept(changes);
    if (unreadable != null) {
      // KCL would skip the batch if this were thrown. The shard stands still instead, loudly.
      LOG.error("{} stands still at a record that cannot be read", shard.name(), unreadable);
      consumer.halt();
    }
  }

  @Override
  public void leaseLost(LeaseLostInput input) {
    shard.lose();
    consumer.lost();
    // KCL also calls this after a hand-over.
    if (!handedOver) {
      LOG.info("{} went to another worker", shard.name());
    }
  }

  @Override
  public void shardEnded(ShardEndedInput input) {
    if (consumer.finish() && shard.checkpointEnd(input.checkpointer())) {
      LOG.info("{} is finished to its end", shard.name());
    }
  }

  @Override
  public void shutdownRequested(ShutdownRequestedInput input) {
    shard.checkpointer(input.checkpointer());
    handedOver = consumer.finish();
    shard.lose();
    if (handedOver) {
      LOG.info("{} is handed over, finished as far as it was read", shard.name());
    }
  }
}
