package dev.tributary.table;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * How far the workers have come with comparing all tables and indexes, and what the last time
 * found: in the state table, under {@code verify}. Thread-safe.
 */
public final class VerifyRounds {

  private static final String PARTITION = "verify";
  private static final String CURRENT = "current";
  private static final String LAST = "last";

  /**
   * Once through all tables and indexes.
   *
   * @param at when this was true, by DynamoDB's clock
   * @param by the worker
   * @param tables in how many parts each is walked over
   * @param indexes the same
   * @param done how many parts are compared, in the order of the names, tables first
   * @param counts of what was seen: items, documents, differences by kind
   * @param examples some of the differences, in a person's words
   */
  public record Round(
      Instant startedAt,
      Instant at,
      String by,
      Map<String, Integer> tables,
      Map<String, Integer> indexes,
      int done,
      Map<String, Long> counts,
      List<String> examples) {

    public Round {
      Objects.requireNonNull(startedAt, "startedAt");
      Objects.requireNonNull(at, "at");
      Objects.requireNonNull(by, "by");
      tables = new TreeMap<>(tables);
      indexes = new TreeMap<>(indexes);
      counts = Map.copyOf(counts);
      examples = List.copyOf(examples);
    }

    public int parts() {
      return tables.values().stream().mapToInt(Integer::intValue).sum()
          + indexes.values().stream().mapToInt(Integer::intValue).sum();
    }

    public long count(String name) {
      return counts.getOrDefault(name, 0L);
    }
  }

  private final DynamoDbClient dynamoDb;
  private final String stateTable;

  public VerifyRounds(DynamoDbClient dynamoDb, String stateTable) {
    this.dynamoDb = dynamoDb;
    this.stateTable = stateTable;
  }

  /** The one that is under way, or was when its worker ended. */
  public Optional<Round> current() {
    return read(CURRENT);
  }

  /** The last that came to its end. */
  public Optional<Round> last() {
    return read(LAST);
  }

  public void progress(Round round) {
    store(CURRENT, round);
  }

  public void finished(Round round) {
    store(LAST, round);
    dynamoDb.deleteItem(request -> request.tableName(stateTable).key(key(CURRENT)));
  }

  private Optional<Round> read(String which) {
    var answer =
        dynamoDb.getItem(
            request -> request.tableName(stateTable).key(key(which)).consistentRead(true));
    if (!answer.hasItem()) {
      return Optional.empty();
    }
    Map<String, AttributeValue> row = answer.item();
    Map<String, Integer> tables = new HashMap<>();
    row.get("tables").m().forEach((name, parts) -> tables.put(name, Integer.valueOf(parts.n())));
    Map<String, Integer> indexes = new HashMap<>();
    row.get("indexes").m().forEach((name, parts) -> indexes.put(name, Integer.valueOf(parts.n())));
    Map<String, Long> counts = new HashMap<>();
    row.get("counts").m().forEach((name, count) -> counts.put(name, Long.valueOf(count.n())));
    return Optional.of(
        new Round(
            Instant.parse(row.get("startedAt").s()),
            Instant.parse(row.get("at").s()),
            row.get("by").s(),
            tables,
            indexes,
            Integer.parseInt(row.get("done").n()),
            counts,
            row.get("examples").l().stream().map(AttributeValue::s).toList()));
  }

  /** By an update, as for all entries. */
  private void store(String which, Round round) {
    dynamoDb.updateItem(
        request ->
            request
                .tableName(stateTable)
                .key(key(which))
                .updateExpression(
                    "SET startedAt = :startedAt, #at = :at, #by = :by, #tables = :tables,"
                        + " #indexes = :indexes, done = :done, #counts = :counts,"
                        + " examples = :examples")
                .expressionAttributeNames(
                    Map.of(
                        "#at", "at",
                        "#by", "by",
                        "#tables", "tables",
                        "#indexes", "indexes",
                        "#counts", "counts"))
                .expressionAttributeValues(
                    Map.of(
                        ":startedAt", AttributeValue.fromS(round.startedAt().toString()),
                        ":at", AttributeValue.fromS(round.at().toString()),
                        ":by", AttributeValue.fromS(round.by()),
                        ":tables", numbers(round.tables()),
                        ":indexes", numbers(round.indexes()),
                        ":done", AttributeValue.fromN(String.valueOf(round.done())),
                        ":counts", numbers(round.counts()),
                        ":examples",
                            AttributeValue.fromL(
                                round.examples().stream().map(AttributeValue::fromS).toList()))));
  }

  private static AttributeValue numbers(Map<String, ? extends Number> numbers) {
    Map<String, AttributeValue> values = new HashMap<>();
    numbers.forEach((name, number) -> values.put(name, AttributeValue.fromN(number.toString())));
    return AttributeValue.fromM(values);
  }

  private static Map<String, AttributeValue> key(String which) {
    return Map.of(
        StateTable.PK, AttributeValue.fromS(PARTITION),
        StateTable.SK, AttributeValue.fromS(which));
  }
}
