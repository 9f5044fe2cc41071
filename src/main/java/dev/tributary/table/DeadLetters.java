package dev.tributary.table;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tributary.change.ItemKey;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/**
 * The changes that could not be indexed, in the state table: one letter for each document, under
 * {@code letter#<index>} and the document's id. A letter needs no copy of the item, since the table
 * has it.
 */
public final class DeadLetters {

  /** Under this name stand the letters of changes that never became actions. */
  public static final String NO_INDEX = "(none)";

  /**
   * @param version the version of the rejected write, so that an older one never hides a newer one
   */
  public record Letter(
      String index, String id, String table, ItemKey item, String reason, long version) {

    /**
     * One that is too large for DynamoDB could never be stored, and its shard would wait for ever.
     */
    private static final int MAX_REASON = 4000;

    public Letter {
      if (reason.length() > MAX_REASON) {
        reason = reason.substring(0, MAX_REASON) + "…";
      }
      // A text that was cut may end in half a character, which no UTF-8 holds.
      reason = new String(reason.getBytes(UTF_8), UTF_8);
    }
  }

  private final DynamoDbClient dynamoDb;
  private final String stateTable;

  public DeadLetters(DynamoDbClient dynamoDb, String stateTable) {
    this.dynamoDb = dynamoDb;
    this.stateTable = stateTable;
  }

  /**
   * A letter, and when it was first and last written.
   *
   * @param pk the item's key, as text
   * @param sk empty where the table has no sort key
   */
  public record Filed(
      String index,
      String id,
      String table,
      String pk,
      String sk,
      String reason,
      Instant first,
      Instant last,
      int attempts) {}

  /** All letters of an index. */
  public void each(String index, Consumer<Filed> consumer) {
    dynamoDb
        .queryPaginator(
            request ->
                request
                    .tableName(stateTable)
                    .keyConditionExpression("pk = :pk")
                    .expressionAttributeValues(
                        Map.of(":pk", AttributeValue.fromS("letter#" + index))))
        .items()
        .forEach(
            row ->
                consumer.accept(
                    new Filed(
                        index,
                        row.get(StateTable.SK).s(),
                        row.get("table").s(),
                        row.get("itemPk").s(),
                        row.get("itemSk").s(),
                        row.get("reason").s(),
                        Instant.parse(row.get("firstAt").s()),
                        Instant.parse(row.get("lastAt").s()),
                        Integer.parseInt(row.get("attempts").n()))));
  }

  /** Stores a letter, unless one of a newer version is there already. */
  public void store(Letter letter, Instant now) {
    Map<String, AttributeValue> values = new HashMap<>();
    values.put(":table", AttributeValue.fromS(letter.table()));
    values.put(":itemPk", AttributeValue.fromS(letter.item().pkText()));
    values.put(":itemSk", AttributeValue.fromS(letter.item().skText().orElse("")));
    values.put(":reason", AttributeValue.fromS(letter.reason()));
    values.put(":version", AttributeValue.fromN(Long.toString(letter.version())));
    values.put(":now", AttributeValue.fromS(now.toString()));
    values.put(":one", AttributeValue.fromN("1"));
    try {
      dynamoDb.updateItem(
          request ->
              request
                  .tableName(stateTable)
                  .key(
                      Map.of(
                          StateTable.PK, AttributeValue.fromS("letter#" + letter.index()),
                          StateTable.SK, AttributeValue.fromS(letter.id())))
                  .updateExpression(
                      "SET #table = :table, itemPk = :itemPk, itemSk = :itemSk, reason = :reason, "
                          + "#version = :version, lastAt = :now, "
                          + "firstAt = if_not_exists(firstAt, :now) ADD attempts :one")
                  .conditionExpression("attribute_not_exists(#version) OR #version <= :version")
                  .expressionAttributeNames(Map.of("#table", "table", "#version", "version"))
                  .expressionAttributeValues(values));
    } catch (ConditionalCheckFailedException e) {
      // A letter of a newer change stands there, and it lists the same document.
    }
  }
}
