package dev.tributary.stream;

import dev.tributary.change.Change;
import dev.tributary.change.Fault;
import dev.tributary.change.Item;
import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import dev.tributary.change.SequenceNumber;
import dev.tributary.config.Settings;
import dev.tributary.table.Attributes;
import dev.tributary.table.Tips;
import java.util.Optional;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.Identity;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.StreamRecord;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/** Turns the SDK's stream records of one table into changes. */
final class RecordDecoder {

  private final Settings.Table table;
  private final String streamArn;

  RecordDecoder(Settings.Table table, String streamArn) {
    this.table = table;
    this.streamArn = streamArn;
  }

  /** The table's name. */
  String table() {
    return table.name();
  }

  /** The place of a shard of this stream in the state table. */
  Tips.Shard shard(String shardId) {
    return new Tips.Shard(table.name(), streamArn, shardId);
  }

  /**
   * Old images are left where they are: no document depends on what was before.
   *
   * @throws UnusableStreamException if the stream has no new images
   * @throws RuntimeException whatever it is, if it cannot be decoded: see {@link #unreadable}
   */
  Change decode(Record record) {
    StreamRecord stream = record.dynamodb();
    ItemKey key = Attributes.key(stream.keys(), table.key());
    Origin origin =
        new Origin.Streamed(
            streamArn,
            SequenceNumber.of(stream.sequenceNumber()),
            stream.approximateCreationDateTime());
    if (record.eventName() == OperationType.REMOVE) {
      return new Change.Remove(
          table.name(), key, origin, Optional.empty(), expired(record.userIdentity()));
    }
    if (!stream.hasNewImage()) {
      throw withoutNewImage(stream.streamViewType());
    }
    Item item = Attributes.item(stream.newImage());
    return new Change.Put(table.name(), key, origin, item, Optional.empty());
  }

  private static RuntimeException withoutNewImage(StreamViewType view) {
    return view == StreamViewType.NEW_IMAGE || view == StreamViewType.NEW_AND_OLD_IMAGES
        ? new IllegalArgumentException("a record of a stream of " + view + " without a new image")
        : new UnusableStreamException(
            "a stream record without a new image; the table needs a stream of NEW_AND_OLD_IMAGES");
  }

  /**
   * What can be read of a record that cannot be decoded; nothing without its place, since no
   * checkpoint could pass it then.
   */
  Optional<UnreadableRecord> unreadable(Record record, RuntimeException failure) {
    return readable(() -> SequenceNumber.of(record.dynamodb().sequenceNumber()))
        .map(
            sequenceNumber ->
                new UnreadableRecord(
                    table.name(),
                    sequenceNumber,
                    readable(() -> Attributes.key(record.dynamodb().keys(), table.key())),
                    readable(
                        () ->
                            new Origin.Streamed(
                                streamArn,
                                sequenceNumber,
                                record.dynamodb().approximateCreationDateTime())),
                    Fault.of(failure)));
  }

  /** Each part by itself: whatever is wrong with one is told by the fault. */
  private static <T> Optional<T> readable(Supplier<T> part) {
    try {
      return Optional.of(part.get());
    } catch (RuntimeException e) {
      return Optional.empty();
    }
  }

  /** DynamoDB itself is named as the user who removed an item whose time to live was over. */
  private static boolean expired(Identity user) {
    return user != null
        && "Service".equals(user.type())
        && "dynamodb.amazonaws.com".equals(user.principalId());
  }
}
