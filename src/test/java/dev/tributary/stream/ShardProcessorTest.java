package dev.tributary.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.amazonaws.services.dynamodbv2.streamsadapter.adapter.DynamoDBStreamsClientRecord;
import com.amazonaws.services.dynamodbv2.streamsadapter.model.DynamoDBStreamsProcessRecordsInput;
import dev.tributary.change.Change;
import dev.tributary.config.Settings;
import dev.tributary.table.Tips;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.kinesis.leases.Lease;
import software.amazon.kinesis.leases.LeaseCoordinator;
import software.amazon.kinesis.lifecycle.events.InitializationInput;
import software.amazon.kinesis.lifecycle.events.LeaseLostInput;
import software.amazon.kinesis.lifecycle.events.ShardEndedInput;
import software.amazon.kinesis.lifecycle.events.ShutdownRequestedInput;
import software.amazon.kinesis.processor.RecordProcessorCheckpointer;
import software.amazon.kinesis.retrieval.kpl.ExtendedSequenceNumber;

class ShardProcessorTest {

  private final List<String> told = new ArrayList<>();
  private boolean finishes = true;
  private boolean fails;
  private Optional<Error> error = Optional.empty();

  private final ShardConsumer consumer =
      new ShardConsumer() {
        @Override
        public void accept(List<Change> changes) {
          told.add("accept " + changes.size());
          if (error.isPresent()) {
            throw error.get();
          }
          if (fails) {
            throw new IllegalStateException("planted");
          }
        }

        @Override
        public void unreadable(UnreadableRecord record) {
          told.add("unreadable " + record.sequenceNumber());
        }

        @Override
        public void halt() {
          told.add("halt");
        }

        @Override
        public void lost() {
          told.add("lost");
        }

        @Override
        public boolean finish() {
          told.add("finish");
          return finishes;
        }
      };

  private final ShardProcessor processor =
      new ShardProcessor(
          new RecordDecoder(
              new Settings.Table("places", new Settings.Key("PK", Optional.empty())), "arn"),
          id -> new KclShard(id, id, this::leases, Duration.ofSeconds(10), System::nanoTime),
          shard -> consumer,
          new TipKeeper(new Tips(proxy(DynamoDbClient.class, null), "state"), Clock.systemUTC()));

  private LeaseCoordinator leases() {
    Lease lease = new Lease();
    lease.concurrencyToken(UUID.randomUUID());
    return proxy(LeaseCoordinator.class, lease);
  }

  /** Answers every call alike, and writes down its name if it is a checkpoint. */
  private <T> T proxy(Class<T> type, Object answer) {
    return type.cast(
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              if (method.getName().equals("checkpoint")) {
                told.add("checkpoint");
              }
              return answer;
            }));
  }

  private final RecordProcessorCheckpointer checkpointer =
      proxy(RecordProcessorCheckpointer.class, null);

  private void initialize() {
    processor.initialize(
        InitializationInput.builder()
            .shardId("shard-1")
            .extendedSequenceNumber(ExtendedSequenceNumber.TRIM_HORIZON)
            .build());
  }

  private void process(Record... records) {
    processor.processRecords(
        DynamoDBStreamsProcessRecordsInput.builder()
            .checkpointer(checkpointer)
            .records(
                List.of(records).stream()
                    .<DynamoDBStreamsClientRecord>map(
                        record -> new PlainRecord(ReadRecord.of(record)))
                    .toList())
            .build());
  }

  private static Record record(String sequenceNumber, String key) {
    return Record.builder()
        .eventName(OperationType.REMOVE)
        .dynamodb(
            stream ->
                stream
                    .sequenceNumber(sequenceNumber)
                    .approximateCreationDateTime(Instant.EPOCH)
                    .keys(Map.of(key, AttributeValue.fromS("x"))))
        .build();
  }

  /** KCL would log it, skip the batch and go on. */
  @Test
  void anErrorHaltsTheShardAndReachesWhoEndsTheProcess() throws InterruptedException {
    initialize();
    error = Optional.of(new LinkageError("planted"));
    AtomicReference<Throwable> uncaught = new AtomicReference<>();
    Thread thread =
        new Thread(
            () ->
                assertThatCode(() -> process(record("1", "PK"))).isInstanceOf(LinkageError.class));
    thread.setUncaughtExceptionHandler((where, failure) -> uncaught.set(failure));
    thread.start();
    thread.join();
    assertThat(uncaught.get()).isSameAs(error.get());
    assertThat(told).containsExactly("accept 1", "halt");
  }

  @Test
  void recordsAreHandedOnAsChanges() {
    initialize();
    process(record("1", "PK"), record("2", "PK"));
    assertThat(told).containsExactly("accept 2");
  }

  @Test
  void aRecordThatCannotBeReadIsSetAsideInItsOrderAndTheShardGoesOn() {
    initialize();
    assertThatCode(() -> process(record("1", "PK"), record("2", "other"), record("3", "PK")))
        .as("KCL would skip the batch")
        .doesNotThrowAnyException();
    assertThat(told).containsExactly("accept 1", "unreadable 2", "accept 1");
  }

  @Test
  void aBatchOfUnreadableRecordsIsNotTakenForTheShardsTip() {
    initialize();
    process(record("1", "other"));
    assertThat(told).containsExactly("unreadable 1");
    process();
    assertThat(told).containsExactly("unreadable 1", "accept 0");
  }

  @Test
  void aRecordWithoutAPlaceStopsTheShardSinceNoCheckpointCouldPassIt() {
    initialize();
    process(record("1", "PK"), record("x", "PK"), record("3", "PK"));
    assertThat(told).containsExactly("accept 1", "halt");
  }

  @Test
  void theLastRecordOfABatchMayBeTheOneWithoutAPlaceOrATime() {
    initialize();
    Record timeless =
        record("2", "PK").toBuilder()
            .dynamodb(
                record("2", "PK").dynamodb().toBuilder().approximateCreationDateTime(null).build())
            .build();
    assertThatCode(() -> process(record("1", "PK"), timeless))
        .as("KCL would skip the batch")
        .doesNotThrowAnyException();
    assertThatCode(() -> process(record("3", "PK"), record("x", "PK"))).doesNotThrowAnyException();
    assertThat(told).containsExactly("accept 1", "unreadable 2", "accept 1", "halt");
  }

  @Test
  void aFaultWhileChangesAreTakenStopsTheShard() {
    initialize();
    fails = true;
    assertThatCode(() -> process(record("1", "PK")))
        .as("KCL would skip the batch")
        .doesNotThrowAnyException();
    assertThat(told).containsExactly("accept 1", "halt");
  }

  @Test
  void aStreamWithoutNewImagesStopsTheShard() {
    initialize();
    Record put =
        record("2", "PK").toBuilder()
            .eventName(OperationType.MODIFY)
            .dynamodb(
                record("2", "PK").dynamodb().toBuilder()
                    .streamViewType(StreamViewType.KEYS_ONLY)
                    .build())
            .build();
    process(record("1", "PK"), put, record("3", "PK"));
    assertThat(told).containsExactly("accept 1", "halt");
  }

  @Test
  void aShardThatWaitedForItsParentMayBeLostBeforeItBegan() {
    processor.leaseLost(LeaseLostInput.builder().build());
    processor.shutdownRequested(
        ShutdownRequestedInput.builder().checkpointer(checkpointer).build());
    assertThat(told).isEmpty();
  }

  @Test
  void aLostShardIsToldSo() {
    initialize();
    processor.leaseLost(LeaseLostInput.builder().build());
    assertThat(told).containsExactly("lost");
  }

  @Test
  void theEndOfAShardIsStoredOnlyOnceAllOfItIsFinished() {
    initialize();
    finishes = false;
    processor.shardEnded(ShardEndedInput.builder().checkpointer(checkpointer).build());
    assertThat(told).containsExactly("finish");
    finishes = true;
    processor.shardEnded(ShardEndedInput.builder().checkpointer(checkpointer).build());
    assertThat(told).containsExactly("finish", "finish", "checkpoint");
  }

  @Test
  void aHandOverFinishesFirst() {
    initialize();
    processor.shutdownRequested(
        ShutdownRequestedInput.builder().checkpointer(checkpointer).build());
    assertThat(told).containsExactly("finish");
  }
}
