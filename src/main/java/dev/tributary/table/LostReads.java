package dev.tributary.table;

import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/**
 * What streams no longer had when a second reader came to it, in the state table, under {@code
 * lost} and the reader's application. It outlives the reader, since the next one of its name goes
 * on behind what is lost. Thread-safe.
 */
public final class LostReads {

  private static final String PARTITION = "lost";

  /**
   * @param times how often something was lost
   * @param last where that was last
   */
  public record Lost(long times, String last) {}

  private final DynamoDbClient dynamoDb;
  private final String stateTable;

  public LostReads(DynamoDbClient dynamoDb, String stateTable) {
    this.dynamoDb = dynamoDb;
    this.stateTable = stateTable;
  }

  /**
   * Once more something is lost.
   *
   * @param where in a person's words
   */
  public void note(String application, String where) {
    dynamoDb.updateItem(
        request ->
            request
                .tableName(stateTable)
                .key(key(application))
                .updateExpression("SET lastWhere = :where ADD lostTimes :one")
                .expressionAttributeValues(
                    Map.of(
                        ":where", AttributeValue.fromS(where), ":one", AttributeValue.fromN("1"))));
  }

  /** Nothing where nothing was lost. */
  public Optional<Lost> of(String application) {
    var found =
        dynamoDb.getItem(
            request -> request.tableName(stateTable).key(key(application)).consistentRead(true));
    return found.hasItem()
        ? Optional.of(
            new Lost(
                Long.parseLong(found.item().get("lostTimes").n()),
                found.item().get("lastWhere").s()))
        : Optional.empty();
  }

  /** So many losses no longer matter; if there are more by now, all of them stay. */
  public void madeGood(String application, long times) {
    try {
      dynamoDb.deleteItem(
          request ->
              request
                  .tableName(stateTable)
                  .key(key(application))
                  .conditionExpression("lostTimes = :times")
                  .expressionAttributeValues(
                      Map.of(":times", AttributeValue.fromN(Long.toString(times)))));
    } catch (ConditionalCheckFailedException e) {
      // What came meanwhile is not made good.
    }
  }

  public void forget(String application) {
    dynamoDb.deleteItem(request -> request.tableName(stateTable).key(key(application)));
  }

  private static Map<String, AttributeValue> key(String application) {
    return Map.of(
        StateTable.PK,
        AttributeValue.fromS(PARTITION),
        StateTable.SK,
        AttributeValue.fromS(application));
  }
}
