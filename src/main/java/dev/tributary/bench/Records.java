package dev.tributary.bench;

import dev.tributary.bench.Operations.Kind;
import dev.tributary.bench.Operations.Operation;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.StreamRecord;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/**
 * The stream records of {@link Operations} and the item that is the last, as the SDK would give
 * them, less the old images, which no read of ours makes anything of. Made on the spot: a million
 * of them would take gigabytes.
 *
 * @param shard whose items are no other shard's
 * @param changes before the last one
 */
record Records(Operations operations, Items items, int shard, long changes, Instant createdAt) {

  Records(Operations operations, int shard, long changes) {
    this(operations, new Items(), shard, changes, Instant.now().truncatedTo(ChronoUnit.SECONDS));
  }

  /** As many as there are left from a number on, at most so many. */
  List<Record> from(long number, int atMost) {
    List<Record> records = new ArrayList<>(atMost);
    for (long i = number; i <= changes && records.size() < atMost; i++) {
      records.add(i < changes ? of(operations.at(i)) : last());
    }
    return records;
  }

  /** The partition key of an item; shard 0 has those of a table that has no other. */
  static String pk(int shard, long item) {
    return shard == 0 ? Items.pk(item) : "S" + shard + "." + Items.pk(item);
  }

  static String lastPk(int shard) {
    return (shard == 0 ? "" : "S" + shard + ".") + Items.LAST + "#0";
  }

  private Record of(Operation operation) {
    String pk = pk(shard, operation.item());
    StreamRecord.Builder stream = stream(pk, operation.number());
    if (operation.kind() != Kind.REMOVE) {
      stream.newImage(items.item(pk, operation.number()));
    }
    return record(
        switch (operation.kind()) {
          case INSERT -> OperationType.INSERT;
          case UPDATE -> OperationType.MODIFY;
          case REMOVE -> OperationType.REMOVE;
        },
        stream);
  }

  private Record last() {
    return record(
        OperationType.INSERT,
        stream(lastPk(shard), changes).newImage(items.item(lastPk(shard), changes)));
  }

  private StreamRecord.Builder stream(String pk, long number) {
    return StreamRecord.builder()
        .keys(Items.key(pk))
        .approximateCreationDateTime(createdAt)
        .sequenceNumber(sequenceNumber(number))
        .sizeBytes(1000L)
        .streamViewType(StreamViewType.NEW_AND_OLD_IMAGES);
  }

  /** With 21 digits, as DynamoDB Local has them. */
  static String sequenceNumber(long number) {
    String digits = Long.toString(number + 1);
    return "0".repeat(21 - digits.length()) + digits;
  }

  private static Record record(OperationType event, StreamRecord.Builder stream) {
    return Record.builder()
        .eventID("e")
        .eventVersion("1.1")
        .eventSource("aws:dynamodb")
        .awsRegion("us-east-1")
        .eventName(event)
        .dynamodb(stream.build())
        .build();
  }
}
