package dev.tributary.stream;

import com.amazonaws.services.dynamodbv2.streamsadapter.model.DynamoDBStreamsProcessRecordsInput;
import com.amazonaws.services.dynamodbv2.streamsadapter.processor.DynamoDBStreamsShardRecordProcessor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.kinesis.common.StreamIdentifier;
import software.amazon.kinesis.lifecycle.events.InitializationInput;
import software.amazon.kinesis.lifecycle.events.LeaseLostInput;
import software.amazon.kinesis.lifecycle.events.ShardEndedInput;
import software.amazon.kinesis.lifecycle.events.ShutdownRequestedInput;

/**
 * A shard of a stream that this worker's config does not name. KCL hands it out all the same while
 * workers with another config run in the same application, as during a deployment. It stands still
 * here, never checkpointed, until a worker that knows its table gets it.
 */
final class ForeignShard implements DynamoDBStreamsShardRecordProcessor {

  private static final Logger LOG = LoggerFactory.getLogger(ForeignShard.class);

  private final StreamIdentifier stream;

  ForeignShard(StreamIdentifier stream) {
    this.stream = stream;
  }

  @Override
  public void initialize(InitializationInput input) {
    LOG.warn(
        "Holds {} of {}, which this config does not name: it waits for a worker whose config does",
        input.shardId(),
        stream.streamName());
  }

  @Override
  public void processRecords(DynamoDBStreamsProcessRecordsInput input) {}

  @Override
  public void leaseLost(LeaseLostInput input) {}

  @Override
  public void shardEnded(ShardEndedInput input) {}

  @Override
  public void shutdownRequested(ShutdownRequestedInput input) {}
}
