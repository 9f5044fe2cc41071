package dev.tributary.stream;

import dev.tributary.change.Change;
import dev.tributary.change.Item;
import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import dev.tributary.change.SequenceNumber;
import dev.tributary.config.Settings;
import dev.tributary.table.Attributes;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.Identity;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.StreamRecord;

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

  Change decode(Record record) {
    StreamRecord stream = record.dynamodb();
    ItemKey key = Attributes.key(stream.keys(), table.key());
    Origin origin =
        new Origin.Streamed(
            streamArn,
            SequenceNumber.of(stream.sequenceNumber()),
            stream.approximateCreationDateTime());
    Optional<Item> before =
        stream.hasOldImage() ? Optional.of(Attributes.item(stream.oldImage())) : Optional.empty();
    if (record.eventName() == OperationType.REMOVE) {
      return new Change.Remove(table.name(), key, origin, before, expired(record.userIdentity()));
    }
    if (!stream.hasNewImage()) {
      throw new IllegalArgumentException(
          "a stream record without a new image; the table needs a stream of NEW_AND_OLD_IMAGES");
    }
    return new Change.Put(table.name(), key, origin, Attributes.item(stream.newImage()), before);
  }

  /** DynamoDB itself is named as the user who removed an item whose time to live was over. */
  private static boolean expired(Identity user) {
    return user != null
        && "Service".equals(user.type())
        && "dynamodb.amazonaws.com".equals(user.principalId());
  }
}
