package dev.tributary.stream;

import com.amazonaws.services.dynamodbv2.streamsadapter.adapter.DynamoDBStreamsClientRecord;
import com.amazonaws.services.dynamodbv2.streamsadapter.model.DynamoDBStreamsProcessRecordsInput;
import com.amazonaws.services.dynamodbv2.streamsadapter.processor.DynamoDBStreamsShardRecordProcessor;
import dev.tributary.change.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.kinesis.lifecycle.events.InitializationInput;
import software.amazon.kinesis.lifecycle.events.LeaseLostInput;
import software.amazon.kinesis.lifecycle.events.ShardEndedInput;
import software.amazon.kinesis.lifecycle.events.ShutdownRequestedInput;

/** KCL's view of a shard, turned into ours. KCL calls it from one thread at a time. */
final class ShardProcessor implements DynamoDBStreamsShardRecordProcessor {

  private static final Logger LOG = LoggerFactory.getLogger(ShardProcessor.class);

  private final RecordDecoder decoder;
  private final Function<String, KclShard> lease;
  private final ShardConsumer.Factory consumers;
  private KclShard shard;
  private ShardConsumer consumer;

  /**
   * @param lease finds a shard's lease by the shard's id
   */
  ShardProcessor(
      RecordDecoder decoder, Function<String, KclShard> lease, ShardConsumer.Factory consumers) {
    this.decoder = decoder;
    this.lease = lease;
    this.consumers = consumers;
  }

  @Override
  public void initialize(InitializationInput input) {
    shard = lease.apply(input.shardId());
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

  /** KCL also calls it where it never called initialize: for a shard that waited for its parent. */
  @Override
  public void leaseLost(LeaseLostInput input) {
    if (consumer != null) {
      shard.lose();
      consumer.lost();
    }
  }

  @Override
  public void shardEnded(ShardEndedInput input) {
    if (consumer.finish() && shard.checkpointEnd(input.checkpointer())) {
      LOG.info("{} is finished to its end", shard.name());
    }
  }

  /** The shard is to go to another worker while this one goes on. */
  @Override
  public void shutdownRequested(ShutdownRequestedInput input) {
    if (consumer != null) {
      shard.checkpointer(input.checkpointer());
      boolean finished = consumer.finish();
      shard.lose();
      LOG.info(
          "{} is handed over, {}",
          shard.name(),
          finished ? "finished as far as it was read" : "and what was unfinished is read again");
    }
  }
}
