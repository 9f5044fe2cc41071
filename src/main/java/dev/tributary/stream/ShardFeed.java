package dev.tributary.stream;

import com.amazonaws.services.dynamodbv2.streamsadapter.adapter.DynamoDBStreamsClientRecord;
import com.amazonaws.services.dynamodbv2.streamsadapter.model.DynamoDBStreamsProcessRecordsInput;
import dev.tributary.config.Settings;
import dev.tributary.table.Attributes;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.kinesis.leases.Lease;
import software.amazon.kinesis.leases.LeaseCoordinator;
import software.amazon.kinesis.lifecycle.events.InitializationInput;
import software.amazon.kinesis.processor.RecordProcessorCheckpointer;
import software.amazon.kinesis.retrieval.kpl.ExtendedSequenceNumber;

/**
 * A shard whose records come from memory, by the very calls that KCL makes: what is measured with
 * it is all of a worker but KCL. Its lease is never lost, and its checkpoints are stored nowhere.
 *
 * <p>As with KCL, one thread at a time may call it.
 */
public final class ShardFeed {

  private final ShardProcessor processor;
  private final RecordProcessorCheckpointer checkpointer;
  private volatile String checkpoint = "";

  /**
   * @param stream the ARN that its records are said to come from
   */
  public ShardFeed(
      Settings.Table table, String stream, String shardId, ShardConsumer.Factory consumers) {
    LeaseCoordinator leases = alwaysHeld();
    this.checkpointer =
        pretended(
            RecordProcessorCheckpointer.class,
            "checkpoint",
            arguments -> checkpoint = (String) arguments[0]);
    this.processor =
        new ShardProcessor(
            new RecordDecoder(table, stream),
            id ->
                new KclShard(
                    table.name() + "/" + id,
                    id,
                    () -> leases,
                    Duration.ofHours(1),
                    System::nanoTime),
            consumers,
            new ExtraWatch(Clock.systemUTC(), before -> List.of(), lost -> {}));
    processor.initialize(
        InitializationInput.builder()
            .shardId(shardId)
            .extendedSequenceNumber(ExtendedSequenceNumber.TRIM_HORIZON)
            .build());
  }

  /** What one read of a shard brought, as KCL carries it: a read makes it of DynamoDB's answer. */
  public static final class Batch {
    private final List<DynamoDBStreamsClientRecord> records = new ArrayList<>();

    /** Adds a record that the SDK has read. */
    public Batch add(Record record) {
      records.add(new PlainRecord(ReadRecord.of(record)));
      return this;
    }

    /**
     * Adds a record that nobody has read: there is no more of it than there is of one that {@link
     * PlainReads} reads.
     *
     * @param newImage nothing if the item is gone
     */
    public Batch add(
        String sequenceNumber,
        Instant createdAt,
        Map<String, AttributeValue> keys,
        Optional<Map<String, AttributeValue>> newImage) {
      records.add(
          new PlainRecord(
              new ReadRecord(
                  newImage.isEmpty(),
                  sequenceNumber,
                  createdAt,
                  Attributes.entries(keys),
                  newImage.map(Attributes::entries),
                  StreamViewType.NEW_AND_OLD_IMAGES.toString(),
                  false,
                  null,
                  null)));
      return this;
    }

    public int size() {
      return records.size();
    }
  }

  /** Takes what one read of the shard brought, and waits while there is no room for it. */
  public void give(Batch batch) {
    processor.processRecords(
        DynamoDBStreamsProcessRecordsInput.builder()
            .records(batch.records)
            .checkpointer(checkpointer)
            .build());
  }

  /** The sequence number up to which all is finished and would be stored; empty for none yet. */
  public String checkpoint() {
    return checkpoint;
  }

  private static LeaseCoordinator alwaysHeld() {
    UUID token = UUID.randomUUID();
    return pretended(
        LeaseCoordinator.class,
        "getCurrentlyHeldLease",
        arguments -> {
          Lease lease = new Lease();
          lease.concurrencyToken(token);
          lease.lastCounterIncrementNanos(System.nanoTime());
          return lease;
        });
  }

  /** What one call of it does. */
  @FunctionalInterface
  private interface Call {
    Object with(Object[] arguments);
  }

  /** KCL's interfaces have a dozen calls, of which a shard needs one. */
  private static <T> T pretended(Class<T> type, String name, Call call) {
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          if (!method.getName().equals(name)) {
            throw new UnsupportedOperationException(method.toString());
          }
          Object result = call.with(arguments);
          return method.getReturnType() == void.class ? null : result;
        };
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
