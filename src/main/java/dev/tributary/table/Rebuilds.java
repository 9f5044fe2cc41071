package dev.tributary.table;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Rebuilds that are under way, in the state table, under {@code rebuild} and the index. */
public final class Rebuilds {

  private static final String PARTITION = "rebuild";

  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS").withZone(ZoneOffset.UTC);

  /** How far one is. */
  public enum Step {
    /** The new generation is being filled; searches go to the old one. */
    LOADING,
    /** Searches go to the new one, which may lack the last of what other programs wrote. */
    SWAPPED,
    /** It lacks none of that, and the rebuild feeds it until all workers do. */
    COPIED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * @param from the generation that searches went to when it began
   * @param to the new one
   * @param rules the digest of the rules that it is made by
   */
  public record Rebuild(
      String index, String from, String to, String rules, Step step, Instant startedAt, String by) {

    /**
     * A name that no other one has: a generation that is given up leaves its number to the next.
     */
    public String name() {
      return "rebuild-%s-%s".formatted(to, STAMP.format(startedAt));
    }

    public Rebuild at(Step next) {
      return new Rebuild(index, from, to, rules, next, startedAt, by);
    }
  }

  private final DynamoDbClient dynamoDb;
  private final String stateTable;

  public Rebuilds(DynamoDbClient dynamoDb, String stateTable) {
    this.dynamoDb = dynamoDb;
    this.stateTable = stateTable;
  }

  public List<Rebuild> all() {
    return dynamoDb
        .queryPaginator(
            request ->
                request
                    .tableName(stateTable)
                    .consistentRead(true)
                    .keyConditionExpression("pk = :pk")
                    .expressionAttributeValues(Map.of(":pk", text(PARTITION))))
        .items()
        .stream()
        .map(Rebuilds::rebuild)
        .toList();
  }

  public Optional<Rebuild> of(String index) {
    return all().stream().filter(rebuild -> rebuild.index().equals(index)).findFirst();
  }

  /** Stores it as it is now. By an update, as for all entries: so no role needs PutItem. */
  public void store(Rebuild rebuild) {
    Map<String, AttributeValue> values = new HashMap<>();
    values.put(":from", text(rebuild.from()));
    values.put(":to", text(rebuild.to()));
    values.put(":rules", text(rebuild.rules()));
    values.put(":step", text(rebuild.step().name()));
    values.put(":startedAt", text(rebuild.startedAt().toString()));
    values.put(":by", text(rebuild.by()));
    dynamoDb.updateItem(
        request ->
            request
                .tableName(stateTable)
                .key(key(rebuild.index()))
                .updateExpression(
                    "SET #from = :from, #to = :to, #rules = :rules, step = :step,"
                        + " startedAt = :startedAt, #by = :by")
                .expressionAttributeNames(
                    Map.of("#from", "from", "#to", "to", "#rules", "rules", "#by", "by"))
                .expressionAttributeValues(values));
  }

  public void remove(String index) {
    dynamoDb.deleteItem(request -> request.tableName(stateTable).key(key(index)));
  }

  private static Rebuild rebuild(Map<String, AttributeValue> row) {
    return new Rebuild(
        row.get(StateTable.SK).s(),
        row.get("from").s(),
        row.get("to").s(),
        row.get("rules").s(),
        Step.valueOf(row.get("step").s()),
        Instant.parse(row.get("startedAt").s()),
        row.get("by").s());
  }

  private static Map<String, AttributeValue> key(String index) {
    return Map.of(StateTable.PK, text(PARTITION), StateTable.SK, text(index));
  }

  private static AttributeValue text(String text) {
    return AttributeValue.fromS(text);
  }
}
