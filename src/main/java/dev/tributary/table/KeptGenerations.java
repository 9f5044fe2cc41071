package dev.tributary.table;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Generations that searches went to before a rebuild, and until when they are kept, in the state
 * table under {@code kept} and the generation.
 */
public final class KeptGenerations {

  private static final String PARTITION = "kept";

  /**
   * @param index that it was of
   * @param until when it may be deleted
   */
  public record Kept(String index, String generation, Instant until) {}

  private final DynamoDbClient dynamoDb;
  private final String stateTable;

  public KeptGenerations(DynamoDbClient dynamoDb, String stateTable) {
    this.dynamoDb = dynamoDb;
    this.stateTable = stateTable;
  }

  public List<Kept> all() {
    return dynamoDb
        .queryPaginator(
            request ->
                request
                    .tableName(stateTable)
                    .keyConditionExpression("pk = :pk")
                    .expressionAttributeValues(Map.of(":pk", text(PARTITION))))
        .items()
        .stream()
        .map(
            row ->
                new Kept(
                    row.get("index").s(),
                    row.get(StateTable.SK).s(),
                    Instant.parse(row.get("until").s())))
        .toList();
  }

  public void keep(Kept kept) {
    dynamoDb.updateItem(
        request ->
            request
                .tableName(stateTable)
                .key(key(kept.generation()))
                .updateExpression("SET #index = :index, #until = :until")
                .expressionAttributeNames(Map.of("#index", "index", "#until", "until"))
                .expressionAttributeValues(
                    Map.of(":index", text(kept.index()), ":until", text(kept.until().toString()))));
  }

  public void forget(String generation) {
    dynamoDb.deleteItem(request -> request.tableName(stateTable).key(key(generation)));
  }

  private static Map<String, AttributeValue> key(String generation) {
    return Map.of(StateTable.PK, text(PARTITION), StateTable.SK, text(generation));
  }

  private static AttributeValue text(String text) {
    return AttributeValue.fromS(text);
  }
}
