package dev.tributary.stream;

import com.amazonaws.services.dynamodbv2.streamsadapter.model.DynamoDBStreamsProcessRecordsInput;
import com.amazonaws.services.dynamodbv2.streamsadapter.processor.DynamoDBStreamsShardRecordProcessor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
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
 * here, at its first record, until a worker that knows its table gets it.
 */
final class ForeignShard implements DynamoDBStreamsShardRecordProcessor {

  private static final Logger LOG = LoggerFactory.getLogger(ForeignShard.class);
  private static final long LOOK_AGAIN_MILLIS = 200;

  private final StreamIdentifier stream;
  private final Function<String, KclShard> lease;
  private final Predicate<String> end;
  private KclShard shard;
  private String shardId;

  /**
   * @param lease finds a shard's lease by the shard's id
   * @param end removes the entry of a shard that is at its end, and says whether it is gone
   */
  ForeignShard(StreamIdentifier stream, Function<String, KclShard> lease, Predicate<String> end) {
    this.stream = stream;
    this.lease = lease;
    this.end = end;
  }

  @Override
  public void initialize(InitializationInput input) {
    shardId = input.shardId();
    shard = lease.apply(shardId);
    LOG.warn(
        "Holds {} of {}, which this config does not name: it waits for a worker whose config does",
        shardId,
        stream.streamName());
  }

  /** Does not return while the shard is here: KCL would go on to the next records. */
  @Override
  public void processRecords(DynamoDBStreamsProcessRecordsInput input) {
    try {
      while (!input.records().isEmpty() && shard.held()) {
        TimeUnit.MILLISECONDS.sleep(LOOK_AGAIN_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void leaseLost(LeaseLostInput input) {
    if (shard != null) {
      shard.lose();
    }
  }

  /** Only a shard without records comes to its end here, or one whose gap is recorded. */
  @Override
  public void shardEnded(ShardEndedInput input) {
    if (end.test(shardId)) {
      shard.checkpointEnd(input.checkpointer());
    }
  }

  @Override
  public void shutdownRequested(ShutdownRequestedInput input) {}
}
