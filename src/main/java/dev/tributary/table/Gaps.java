package dev.tributary.table;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/**
 * The gaps, in the state table, under {@code gap#<table>}. They stay until a backfill and a sweep
 * of orphans have closed them. Thread-safe.
 */
public final class Gaps {

  /** Words that DynamoDB keeps for itself. */
  private static final Map<String, String> BOUNDS = Map.of("#from", "from", "#to", "to");

  private static final Map<String, String> TO = Map.of("#to", "to");

  /**
   * A gap that is not closed.
   *
   * @param foundAt when it was first found
   * @param foundBy the worker
   * @param lastFoundAt when it was last found
   */
  public record Open(Gap gap, Instant foundAt, String foundBy, Instant lastFoundAt) {}

  private static final Logger LOG = LoggerFactory.getLogger(Gaps.class);

  private final DynamoDbClient dynamoDb;
  private final String stateTable;

  public Gaps(DynamoDbClient dynamoDb, String stateTable) {
    this.dynamoDb = dynamoDb;
    this.stateTable = stateTable;
  }

  /**
   * Records a gap. One that is open already only gets another end by that; one that was closed is
   * open again.
   *
   * @return whether it was not open before
   */
  public boolean open(Gap gap, String worker, Instant now) {
    while (true) {
      if (opened(gap, worker, now)) {
        return true;
      }
      if (moved(gap, now)) {
        return false;
      }
      // It was closed between the two: it is one of which the repair knew nothing.
    }
  }

  private boolean opened(Gap gap, String worker, Instant now) {
    Map<String, AttributeValue> values = new HashMap<>();
    values.put(":kind", AttributeValue.fromS(gap.kind().name()));
    values.put(":subject", AttributeValue.fromS(gap.subject()));
    values.put(":to", AttributeValue.fromS(gap.to().toString()));
    values.put(":now", AttributeValue.fromS(now.toString()));
    values.put(":worker", AttributeValue.fromS(worker));
    gap.from().ifPresent(from -> values.put(":from", AttributeValue.fromS(from.toString())));
    String from = gap.from().isPresent() ? "#from = :from, " : "";
    try {
      dynamoDb.updateItem(
          request ->
              request
                  .tableName(stateTable)
                  .key(key(gap))
                  .updateExpression(
                      "SET "
                          + from
                          + "kind = :kind, subject = :subject, #to = :to, foundAt = :now, "
                          + "lastFoundAt = :now, foundBy = :worker "
                          + "REMOVE closedAt, backfilledAt, sweptAt")
                  .conditionExpression("attribute_not_exists(kind) OR attribute_exists(closedAt)")
                  .expressionAttributeNames(gap.from().isPresent() ? BOUNDS : TO)
                  .expressionAttributeValues(values));
      return true;
    } catch (ConditionalCheckFailedException e) {
      return false;
    }
  }

  /** A repair that began before it was last found does not close it. */
  private boolean moved(Gap gap, Instant now) {
    try {
      dynamoDb.updateItem(
          request ->
              request
                  .tableName(stateTable)
                  .key(key(gap))
                  .updateExpression("SET #to = :to, lastFoundAt = :now")
                  .conditionExpression("attribute_exists(kind) AND attribute_not_exists(closedAt)")
                  .expressionAttributeNames(TO)
                  .expressionAttributeValues(
                      Map.of(
                          ":to", AttributeValue.fromS(gap.to().toString()),
                          ":now", AttributeValue.fromS(now.toString()))));
      return true;
    } catch (ConditionalCheckFailedException e) {
      return false;
    }
  }

  /** The gaps of a table that are not closed. */
  public List<Open> open(String table) {
    return dynamoDb
        .queryPaginator(
            request ->
                request
                    .tableName(stateTable)
                    .consistentRead(true)
                    .keyConditionExpression("pk = :pk")
                    .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS(pk(table)))))
        .items()
        .stream()
        .filter(row -> !row.containsKey("closedAt"))
        .flatMap(row -> open(table, row).stream())
        .toList();
  }

  /**
   * Closes the gaps of a table that a backfill and a sweep have made good.
   *
   * @param repairs which of them
   * @param begun when the backfill did: a gap that was found later, or again, stays open
   * @return how many that were
   */
  public int close(String table, Predicate<Gap> repairs, Instant begun, Instant now) {
    int closed = 0;
    for (Open open : open(table)) {
      if (repairs.test(open.gap()) && open.lastFoundAt().isBefore(begun) && closed(open, now)) {
        closed++;
      }
    }
    return closed;
  }

  private boolean closed(Open open, Instant now) {
    try {
      dynamoDb.updateItem(
          request ->
              request
                  .tableName(stateTable)
                  .key(key(open.gap()))
                  .updateExpression("SET closedAt = :now, backfilledAt = :now, sweptAt = :now")
                  .conditionExpression("attribute_not_exists(closedAt) AND lastFoundAt = :found")
                  .expressionAttributeValues(
                      Map.of(
                          ":now", AttributeValue.fromS(now.toString()),
                          ":found", AttributeValue.fromS(open.lastFoundAt().toString()))));
      return true;
    } catch (ConditionalCheckFailedException e) {
      return false;
    }
  }

  /** One of a kind that this version does not know must not keep it from the others. */
  private static Optional<Open> open(String table, Map<String, AttributeValue> row) {
    try {
      return Optional.of(
          new Open(
              new Gap(
                  Gap.Kind.valueOf(row.get("kind").s()),
                  table,
                  row.get("subject").s(),
                  Optional.ofNullable(row.get("from")).map(from -> Instant.parse(from.s())),
                  Instant.parse(row.get("to").s())),
              Instant.parse(row.get("foundAt").s()),
              row.get("foundBy").s(),
              Instant.parse(row.get("lastFoundAt").s())));
    } catch (RuntimeException e) {
      LOG.error("The gap {} of {} cannot be read", row.get(StateTable.SK).s(), table, e);
      return Optional.empty();
    }
  }

  private static String pk(String table) {
    return "gap#" + table;
  }

  private static Map<String, AttributeValue> key(Gap gap) {
    return Map.of(
        StateTable.PK, AttributeValue.fromS(pk(gap.table())),
        StateTable.SK, AttributeValue.fromS(gap.key()));
  }
}
