package dev.tributary.bench;

import dev.tributary.bench.Operations.Kind;
import dev.tributary.bench.Operations.Operation;
import dev.tributary.stream.ShardFeed;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The stream records of {@link Operations} and the item that is the last, as a read makes them.
 * Made on the spot: a million of them would take gigabytes.
 *
 * @param shard whose items are no other shard's
 * @param changes before the last one
 */
record Records(Operations operations, Items items, int shard, long changes, Instant createdAt) {

  Records(Operations operations, int shard, long changes) {
    this(operations, new Items(), shard, changes, Instant.now().truncatedTo(ChronoUnit.SECONDS));
  }

  /** As many as there are left from a number on, at most so many. */
  ShardFeed.Batch from(long number, int atMost) {
    ShardFeed.Batch batch = new ShardFeed.Batch();
    for (long i = number; i <= changes && batch.size() < atMost; i++) {
      Made made = at(i);
      batch.add(made.sequenceNumber(), createdAt, made.keys(), made.newImage());
    }
    return batch;
  }

  /** The partition key of an item; shard 0 has those of a table that has no other. */
  static String pk(int shard, long item) {
    return shard == 0 ? Items.pk(item) : "S" + shard + "." + Items.pk(item);
  }

  static String lastPk(int shard) {
    return (shard == 0 ? "" : "S" + shard + ".") + Items.LAST + "#0";
  }

  /**
   * @param newImage nothing if the item is gone
   */
  record Made(
      String sequenceNumber,
      Map<String, AttributeValue> keys,
      Optional<Map<String, AttributeValue>> newImage) {}

  Made at(long number) {
    Optional<Operation> operation =
        number < changes ? Optional.of(operations.at(number)) : Optional.empty();
    String pk = operation.map(change -> pk(shard, change.item())).orElse(lastPk(shard));
    boolean removed = operation.isPresent() && operation.get().kind() == Kind.REMOVE;
    return new Made(
        sequenceNumber(number),
        Items.key(pk),
        removed ? Optional.empty() : Optional.of(items.item(pk, number)));
  }

  /** With 21 digits, as DynamoDB Local has them. */
  static String sequenceNumber(long number) {
    String digits = Long.toString(number + 1);
    return "0".repeat(21 - digits.length()) + digits;
  }
}
