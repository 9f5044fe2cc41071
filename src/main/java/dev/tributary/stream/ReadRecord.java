package dev.tributary.stream;

import dev.tributary.change.Value;
import dev.tributary.table.Attributes;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.StreamRecord;

/**
 * A stream record as it was read, be it whole or not: {@link RecordDecoder} judges it. Old images
 * are left out: no document depends on what was before.
 *
 * @param sequenceNumber null if it has none
 * @param createdAt null if it has none
 * @param keys empty if they could not be read
 * @param view which images its stream has; null if that is not said
 * @param expired whether DynamoDB itself removed the item, since its time to live was over
 * @param bytes as DynamoDB counts them; null if it does not say
 * @param fault why not all of it could be read; null if it could
 */
record ReadRecord(
    boolean removal,
    String sequenceNumber,
    Instant createdAt,
    Map<String, Value> keys,
    Optional<Map<String, Value>> newImage,
    String view,
    boolean expired,
    Long bytes,
    RuntimeException fault) {

  /** One that the SDK has read. */
  static ReadRecord of(Record record) {
    StreamRecord stream =
        Optional.ofNullable(record.dynamodb()).orElseGet(() -> StreamRecord.builder().build());
    Half<Map<String, Value>> keys = Half.of(() -> Attributes.entries(stream.keys()));
    Half<Map<String, Value>> newImage =
        stream.hasNewImage() ? Half.of(() -> Attributes.entries(stream.newImage())) : Half.none();
    return new ReadRecord(
        record.eventName() == OperationType.REMOVE,
        stream.sequenceNumber(),
        stream.approximateCreationDateTime(),
        keys.whole().orElse(Map.of()),
        newImage.whole(),
        stream.streamViewTypeAsString(),
        record.userIdentity() != null
            && isExpiry(record.userIdentity().type(), record.userIdentity().principalId()),
        stream.sizeBytes(),
        keys.fault() == null ? newImage.fault() : keys.fault());
  }

  /** DynamoDB itself is named as the user who removed an item whose time to live was over. */
  static boolean isExpiry(String userType, String user) {
    return "Service".equals(userType) && "dynamodb.amazonaws.com".equals(user);
  }

  /** A part, or why it could not be read. */
  private record Half<T>(Optional<T> whole, RuntimeException fault) {
    static <T> Half<T> of(Supplier<T> part) {
      try {
        return new Half<>(Optional.of(part.get()), null);
      } catch (RuntimeException e) {
        return new Half<>(Optional.empty(), e);
      }
    }

    static <T> Half<T> none() {
      return new Half<>(Optional.empty(), null);
    }
  }
}
