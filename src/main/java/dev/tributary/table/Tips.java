package dev.tributary.table;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/**
 * How far in time each shard was read, in the state table, under {@code tip#<table>}. An entry is
 * there from the moment that a worker opens the shard until it is finished to its end. Thread-safe.
 */
public final class Tips {

  /** A shard's place in the state table. */
  public record Shard(String table, String streamArn, String id) {

    private Map<String, AttributeValue> key() {
      return Map.of(
          StateTable.PK, AttributeValue.fromS(pk(table)),
          StateTable.SK, AttributeValue.fromS(streamArn + "/" + id));
    }
  }

  /**
   * @param at every record that was written before this moment is finished; absent while that is
   *     not known of any moment
   */
  public record Tip(Shard shard, Optional<Instant> at) {}

  private final DynamoDbClient dynamoDb;
  private final String stateTable;

  public Tips(DynamoDbClient dynamoDb, String stateTable) {
    this.dynamoDb = dynamoDb;
    this.stateTable = stateTable;
  }

  /** A worker opens the shard. */
  public void opened(Shard shard, Instant now) {
    dynamoDb.updateItem(
        request ->
            request
                .tableName(stateTable)
                .key(shard.key())
                .updateExpression("SET openedAt = if_not_exists(openedAt, :now)")
                .expressionAttributeValues(Map.of(":now", text(now))));
  }

  /** Moves a shard's moment; never back. */
  public void moved(Shard shard, Instant at) {
    try {
      dynamoDb.updateItem(
          request ->
              request
                  .tableName(stateTable)
                  .key(shard.key())
                  .updateExpression("SET #at = :at")
                  .conditionExpression("attribute_not_exists(#at) OR #at < :at")
                  .expressionAttributeNames(Map.of("#at", "at"))
                  .expressionAttributeValues(Map.of(":at", text(at))));
    } catch (ConditionalCheckFailedException e) {
      // Another worker had the shard since, and came further.
    }
  }

  /** The shard is finished to its end, or its gap is recorded. */
  public void remove(Shard shard) {
    dynamoDb.deleteItem(request -> request.tableName(stateTable).key(shard.key()));
  }

  public Optional<Tip> of(Shard shard) {
    return of(shard.table()).stream().filter(tip -> tip.shard().equals(shard)).findFirst();
  }

  /** Those of all streams that the table had. */
  public List<Tip> of(String table) {
    List<Tip> tips = new ArrayList<>();
    dynamoDb
        .queryPaginator(
            request ->
                request
                    .tableName(stateTable)
                    .consistentRead(true)
                    .keyConditionExpression("pk = :pk")
                    .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS(pk(table)))))
        .items()
        .forEach(row -> tips.add(tip(table, row)));
    return tips;
  }

  private static Tip tip(String table, Map<String, AttributeValue> row) {
    String sk = row.get(StateTable.SK).s();
    int slash = sk.lastIndexOf('/');
    return new Tip(
        new Shard(table, sk.substring(0, slash), sk.substring(slash + 1)),
        Optional.ofNullable(row.get("at")).map(at -> Instant.parse(at.s())));
  }

  private static String pk(String table) {
    return "tip#" + table;
  }

  /** In whole seconds: so all have the same form, and are in order as texts. */
  private static AttributeValue text(Instant time) {
    return AttributeValue.fromS(time.truncatedTo(ChronoUnit.SECONDS).toString());
  }
}
