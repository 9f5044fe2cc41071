package dev.tributary.table;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Stream;
import software.amazon.awssdk.core.pagination.sync.SdkIterable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/**
 * What the state table says of a generation that is still being filled: its dead letters, its
 * documents that wait for objects, and that it is held back. They become those of the index when
 * the generation does.
 */
public final class GenerationEntries {

  private final DynamoDbClient dynamoDb;
  private final String stateTable;
  private final String index;
  private final String generation;

  public GenerationEntries(
      DynamoDbClient dynamoDb, String stateTable, String index, String generation) {
    this.dynamoDb = dynamoDb;
    this.stateTable = stateTable;
    this.index = index;
    this.generation = generation;
  }

  /** By which those who fill it keep them. */
  public EntryNames names() {
    return new EntryNames(Map.of(index, generation));
  }

  /**
   * A document that is listed.
   *
   * @param since when it is
   */
  public record Entry(String id, String reason, Instant since) {}

  /** All that is listed of the generation, refused or waiting for objects, page by page. */
  public Iterable<Entry> all() {
    return () ->
        Stream.concat(
                query(DeadLetters.partition(generation)).stream().map(row -> entry(row, "firstAt")),
                query(PendingObjects.partition(generation)).stream()
                    .map(row -> entry(row, "since")))
            .iterator();
  }

  private static Entry entry(Map<String, AttributeValue> row, String since) {
    return new Entry(
        row.get(StateTable.SK).s(),
        Optional.ofNullable(row.get("reason")).map(AttributeValue::s).orElse(""),
        Optional.ofNullable(row.get(since))
            .map(AttributeValue::s)
            .map(Instant::parse)
            .orElse(Instant.EPOCH));
  }

  /**
   * Makes them those of the index. What is listed there for a newer change stays.
   *
   * @return the ids of documents that have a letter by this
   */
  public Set<String> handOver() {
    Set<String> listed = new HashSet<>();
    for (Map<String, AttributeValue> row : rows(DeadLetters.partition(generation))) {
      move(row, DeadLetters.partition(index));
      listed.add(row.get(StateTable.SK).s());
    }
    rows(PendingObjects.partition(generation))
        .forEach(row -> move(row, PendingObjects.partition(index)));
    new Holds(dynamoDb, stateTable).release(Holds.What.INDEX, generation);
    return listed;
  }

  /** The generation is given up. */
  public void forget() {
    rows(DeadLetters.partition(generation)).forEach(this::delete);
    rows(PendingObjects.partition(generation)).forEach(this::delete);
    new Holds(dynamoDb, stateTable).release(Holds.What.INDEX, generation);
  }

  private List<Map<String, AttributeValue>> rows(String partition) {
    return query(partition).stream().toList();
  }

  private SdkIterable<Map<String, AttributeValue>> query(String partition) {
    return dynamoDb
        .queryPaginator(
            request ->
                request
                    .tableName(stateTable)
                    .consistentRead(true)
                    .keyConditionExpression("pk = :pk")
                    .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS(partition))))
        .items();
  }

  /** First there, then here: so it is listed all the time. */
  private void move(Map<String, AttributeValue> row, String partition) {
    Map<String, String> names = new HashMap<>();
    Map<String, AttributeValue> values = new HashMap<>();
    StringJoiner set = new StringJoiner(", ", "SET ", "");
    row.forEach(
        (name, value) -> {
          if (!name.equals(StateTable.PK) && !name.equals(StateTable.SK)) {
            names.put("#" + name, name);
            values.put(":" + name, value);
            set.add("#%s = :%s".formatted(name, name));
          }
        });
    try {
      dynamoDb.updateItem(
          request ->
              request
                  .tableName(stateTable)
                  .key(key(partition, row))
                  .updateExpression(set.toString())
                  .conditionExpression("attribute_not_exists(#version) OR #version <= :version")
                  .expressionAttributeNames(names)
                  .expressionAttributeValues(values));
    } catch (ConditionalCheckFailedException e) {
      // A newer change of the document is listed there.
    }
    delete(row);
  }

  /** Unless it is about a newer change by now. */
  private void delete(Map<String, AttributeValue> row) {
    try {
      dynamoDb.deleteItem(
          request ->
              request
                  .tableName(stateTable)
                  .key(key(row.get(StateTable.PK).s(), row))
                  .conditionExpression("#version = :version")
                  .expressionAttributeNames(Map.of("#version", "version"))
                  .expressionAttributeValues(Map.of(":version", row.get("version"))));
    } catch (ConditionalCheckFailedException e) {
      // The next look finds it.
    }
  }

  private static Map<String, AttributeValue> key(
      String partition, Map<String, AttributeValue> row) {
    return Map.of(
        StateTable.PK, AttributeValue.fromS(partition), StateTable.SK, row.get(StateTable.SK));
  }
}
