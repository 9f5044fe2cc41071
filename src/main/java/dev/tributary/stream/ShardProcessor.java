package dev.tributary.stream;

import com.amazonaws.services.dynamodbv2.streamsadapter.adapter.DynamoDBStreamsClientRecord;
import com.amazonaws.services.dynamodbv2.streamsadapter.model.DynamoDBStreamsProcessRecordsInput;
import com.amazonaws.services.dynamodbv2.streamsadapter.processor.DynamoDBStreamsShardRecordProcessor;
import dev.tributary.change.Change;
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
  private final ShardConsumer.Factory consumers;
  private KclShard shard;
  private ShardConsumer consumer;

  ShardProcessor(
      StreamIdentifier stream,
      RecordDecoder decoder,
      Supplier<LeaseCoordinator> leases,
      ShardConsumer.Factory consumers) {
    this.stream = stream;
    this.decoder = decoder;
    this.leases = leases;
    this.consumers = consumers;
  }

  @Override
  public void initialize(InitializationInput input) {
    String leaseKey = MultiStreamLease.getLeaseKey(stream.serialize(), input.shardId());
    shard = new KclShard(decoder.table() + "/" + input.shardId(), leaseKey, leases);
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
    LOG.info("{} went to another worker", shard.name());
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
    if (consumer.finish()) {
      LOG.info("{} is handed over, finished as far as it was read", shard.name());
    }
  }
}
