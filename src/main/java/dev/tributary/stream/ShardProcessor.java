package dev.tributary.stream;

import com.amazonaws.services.dynamodbv2.streamsadapter.adapter.DynamoDBStreamsClientRecord;
import com.amazonaws.services.dynamodbv2.streamsadapter.model.DynamoDBStreamsProcessRecordsInput;
import com.amazonaws.services.dynamodbv2.streamsadapter.processor.DynamoDBStreamsShardRecordProcessor;
import dev.tributary.change.Change;
import dev.tributary.change.SequenceNumber;
import dev.tributary.table.Tips;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
  private final ReadWatch.Progresses tips;
  private Tips.Shard tip;
  private ShardProgress progress;
  private KclShard shard;
  private ShardConsumer consumer;

  /**
   * @param lease finds a shard's lease by the shard's id
   */
  ShardProcessor(
      RecordDecoder decoder,
      Function<String, KclShard> lease,
      ShardConsumer.Factory consumers,
      ReadWatch.Progresses tips) {
    this.decoder = decoder;
    this.lease = lease;
    this.consumers = consumers;
    this.tips = tips;
  }

  @Override
  public void initialize(InitializationInput input) {
    shard = lease.apply(input.shardId());
    tip = decoder.shard(input.shardId());
    progress = tips.open(tip);
    consumer = consumers.open(new ProgressingShard(shard, progress));
    LOG.info("Reading {} from {}", shard.name(), input.extendedSequenceNumber().sequenceNumber());
  }

  @Override
  public void processRecords(DynamoDBStreamsProcessRecordsInput input) {
    shard.checkpointer(input.checkpointer());
    note(input.records());
    try {
      handOn(input.records());
    } catch (RuntimeException e) {
      // A fault of ours. KCL would skip the batch if this were thrown, and a checkpoint pass it.
      LOG.error("{} stands still: its changes could not be taken", shard.name(), e);
      consumer.halt();
    } catch (Error e) {
      // KCL would log it, skip the batch and go on; as on every other thread, it ends the process.
      consumer.halt();
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
      throw e;
    }
  }

  private void handOn(List<DynamoDBStreamsClientRecord> records) {
    List<Change> changes = new ArrayList<>(records.size());
    for (DynamoDBStreamsClientRecord record : records) {
      try {
        changes.add(decoder.decode(read(record)));
      } catch (RuntimeException e) {
        if (!changes.isEmpty()) {
          consumer.accept(changes);
          changes = new ArrayList<>();
        }
        if (!setAside(read(record), e)) {
          return;
        }
      }
    }
    if (!changes.isEmpty() || records.isEmpty()) {
      consumer.accept(changes);
    }
  }

  /** As {@link PlainReads} made it. */
  private static ReadRecord read(DynamoDBStreamsClientRecord record) {
    return ((PlainRecord) record).read();
  }

  /** Before they are handed on: what is finished is looked for among what was read. */
  private void note(List<DynamoDBStreamsClientRecord> records) {
    if (records.isEmpty()) {
      progress.readNothing(tips.now());
    } else {
      try {
        ReadRecord last = read(records.get(records.size() - 1));
        progress.read(SequenceNumber.of(last.sequenceNumber()), last.createdAt());
      } catch (RuntimeException e) {
        // KCL would skip the batch. What is wrong with the record is told when its turn comes.
        progress.readUnknown();
      }
    }
  }

  /**
   * Never by throwing: KCL would skip the batch.
   *
   * @return whether the shard goes on
   */
  private boolean setAside(ReadRecord record, RuntimeException failure) {
    Optional<UnreadableRecord> unreadable =
        failure instanceof UnusableStreamException
            ? Optional.empty()
            : decoder.unreadable(record, failure);
    if (unreadable.isEmpty()) {
      LOG.error("{} stands still at a record that cannot be read", shard.name(), failure);
      consumer.halt();
      return false;
    }
    LOG.error(
        "{} has a record that cannot be read, {}",
        shard.name(),
        unreadable.get().sequenceNumber(),
        failure);
    consumer.unreadable(unreadable.get());
    return true;
  }

  /** KCL also calls it where it never called initialize: for a shard that waited for its parent. */
  @Override
  public void leaseLost(LeaseLostInput input) {
    if (consumer != null) {
      shard.lose();
      consumer.lost();
      tips.close(tip, progress);
    }
  }

  @Override
  public void shardEnded(ShardEndedInput input) {
    if (consumer.finish() && tips.end(tip) && shard.checkpointEnd(input.checkpointer())) {
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
      tips.close(tip, progress);
      LOG.info(
          "{} is handed over, {}",
          shard.name(),
          finished ? "finished as far as it was read" : "and what was unfinished is read again");
    }
  }
}
