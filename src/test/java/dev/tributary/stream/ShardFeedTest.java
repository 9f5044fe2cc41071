package dev.tributary.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.change.Change;
import dev.tributary.change.Origin;
import dev.tributary.config.Settings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;

final class ShardFeedTest {

  private static final Map<String, AttributeValue> KEY = Map.of("id", AttributeValue.fromS("a"));

  private final List<Change> taken = new ArrayList<>();
  private LeasedShard shard;

  @Test
  void recordsTakeTheWayOfThoseFromKclAndCheckpointsAreTold() {
    ShardFeed feed =
        new ShardFeed(
            new Settings.Table("places", new Settings.Key("id", Optional.empty())),
            "arn:aws:dynamodb:us-east-1:000000000000:table/places/stream/2026-01-01T00:00:00.000",
            "shard-1",
            this::open);
    assertThat(feed.checkpoint()).isEmpty();

    feed.give(
        new ShardFeed.Batch()
            .add(record("1"))
            .add("2", Instant.EPOCH, KEY, Optional.of(KEY))
            .add("3", Instant.EPOCH, KEY, Optional.empty()));

    assertThat(taken).hasSize(3);
    assertThat(taken.get(2)).isInstanceOf(Change.Remove.class);
    assertThat(shard.name()).isEqualTo("places/shard-1");
    assertThat(shard.held()).isTrue();
    Origin.Streamed last = (Origin.Streamed) taken.get(2).origin();
    assertThat(shard.checkpoint(last.sequenceNumber())).isEqualTo(LeasedShard.Checkpoint.STORED);
    assertThat(feed.checkpoint()).isEqualTo("3");
  }

  private static Record record(String sequenceNumber) {
    return Record.builder()
        .eventName(OperationType.INSERT)
        .dynamodb(
            stream ->
                stream
                    .keys(KEY)
                    .newImage(KEY)
                    .sequenceNumber(sequenceNumber)
                    .approximateCreationDateTime(Instant.EPOCH))
        .build();
  }

  private ShardConsumer open(LeasedShard opened) {
    shard = opened;
    return new ShardConsumer() {
      @Override
      public void accept(List<Change> changes) {
        taken.addAll(changes);
      }

      @Override
      public void unreadable(UnreadableRecord record) {
        throw new AssertionError(record);
      }

      @Override
      public void halt() {
        throw new AssertionError();
      }

      @Override
      public void lost() {
        throw new AssertionError();
      }

      @Override
      public boolean finish() {
        return true;
      }
    };
  }
}
