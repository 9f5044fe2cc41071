package dev.tributary.table;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What the workers of an application follow, in the state table, under {@code known#<table>}: the
 * stream, and each entity with the digest of what decides which items it takes. What is not there
 * was not followed before. Thread-safe.
 */
public final class KnownTables {

  private static final String STREAM = "stream";
  private static final String ENTITY = "entity#";

  /**
   * @param since when it was first followed
   */
  public record Stream(String arn, Instant since) {}

  /**
   * @param stream absent for a table that was never followed
   * @param entities their digests, by their names
   */
  public record Known(Optional<Stream> stream, Map<String, String> entities) {
    public Known {
      entities = Map.copyOf(entities);
    }
  }

  private final DynamoDbClient dynamoDb;
  private final String stateTable;

  public KnownTables(DynamoDbClient dynamoDb, String stateTable) {
    this.dynamoDb = dynamoDb;
    this.stateTable = stateTable;
  }

  public Known read(String table) {
    Map<String, String> entities = new HashMap<>();
    Stream stream = null;
    var pages =
        dynamoDb.queryPaginator(
            request ->
                request
                    .tableName(stateTable)
                    .consistentRead(true)
                    .keyConditionExpression("pk = :pk")
                    .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS(pk(table)))));
    for (var row : pages.items()) {
      String sk = row.get(StateTable.SK).s();
      if (sk.equals(STREAM)) {
        stream = new Stream(row.get("arn").s(), Instant.parse(row.get("since").s()));
      } else {
        entities.put(sk.substring(ENTITY.length()), row.get("digest").s());
      }
    }
    return new Known(Optional.ofNullable(stream), entities);
  }

  /**
   * Stores what is followed from now on. Whoever calls this has recorded the gaps that it means.
   *
   * @param before what {@link #read} gave; what is equal is left as it is
   */
  public void store(
      String table, Known before, String arn, Map<String, String> entities, Instant now) {
    entities.forEach(
        (entity, digest) -> {
          if (!digest.equals(before.entities().get(entity))) {
            put(table, ENTITY + entity, "digest", digest, now);
          }
        });
    // An entity that the config has no longer is a new one when it comes back.
    before.entities().keySet().stream()
        .filter(entity -> !entities.containsKey(entity))
        .forEach(
            entity ->
                dynamoDb.deleteItem(
                    request -> request.tableName(stateTable).key(key(table, ENTITY + entity))));
    if (before.stream().filter(stream -> stream.arn().equals(arn)).isEmpty()) {
      put(table, STREAM, "arn", arn, now);
    }
  }

  private void put(String table, String sk, String name, String value, Instant now) {
    dynamoDb.updateItem(
        request ->
            request
                .tableName(stateTable)
                .key(key(table, sk))
                .updateExpression("SET #name = :value, since = :now")
                .expressionAttributeNames(Map.of("#name", name))
                .expressionAttributeValues(
                    Map.of(
                        ":value", AttributeValue.fromS(value),
                        ":now", AttributeValue.fromS(now.toString()))));
  }

  private static String pk(String table) {
    return "known#" + table;
  }

  private static Map<String, AttributeValue> key(String table, String sk) {
    return Map.of(
        StateTable.PK, AttributeValue.fromS(pk(table)), StateTable.SK, AttributeValue.fromS(sk));
  }
}
