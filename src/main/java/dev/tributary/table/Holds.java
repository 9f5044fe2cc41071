package dev.tributary.table;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;

/**
 * What workers are to hold back, in the state table: under {@code hold}, the changes of a table or
 * the documents of an index. An operator's hold and one for too many refusals stand beside each
 * other; releasing ends both.
 */
public final class Holds {

  private static final String PARTITION = "hold";

  /** What is held back. */
  public enum What {
    TABLE,
    INDEX;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Why. */
  public enum Cause {
    /** Somebody said so. */
    OPERATOR,
    /** Most of an index's documents were refused, for one reason. */
    REFUSALS;

    private String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * @param name the table's in DynamoDB, or the index's in the config
   * @param reason in the operator's words; of refusals, what they have in common
   * @param by the operator or the worker
   */
  public record Hold(What what, String name, Cause cause, String reason, String by, Instant since) {
    public Hold {
      Objects.requireNonNull(what, "what");
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(cause, "cause");
      Objects.requireNonNull(reason, "reason");
      Objects.requireNonNull(by, "by");
      Objects.requireNonNull(since, "since");
    }
  }

  private static final Logger LOG = LoggerFactory.getLogger(Holds.class);

  private final DynamoDbClient dynamoDb;
  private final String stateTable;
  private final EntryNames names;

  public Holds(DynamoDbClient dynamoDb, String stateTable) {
    this(dynamoDb, stateTable, EntryNames.OWN);
  }

  /** An operator's hold counts for an index under both its names. */
  public Holds(DynamoDbClient dynamoDb, String stateTable, EntryNames names) {
    this.dynamoDb = dynamoDb;
    this.stateTable = stateTable;
    this.names = names;
  }

  /** All that there are: few, since each was set by hand or in an emergency. */
  public List<Hold> all() {
    return dynamoDb
        .queryPaginator(
            request ->
                request
                    .tableName(stateTable)
                    .consistentRead(true)
                    .keyConditionExpression("pk = :pk")
                    .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS(PARTITION))))
        .items()
        .stream()
        .flatMap(row -> hold(row).stream())
        .filter(hold -> !isOfAnother(hold))
        .map(this::byIndex)
        .toList();
  }

  private boolean isOfAnother(Hold hold) {
    return hold.what() == What.INDEX
        && hold.cause() == Cause.REFUSALS
        && names.renames(hold.name());
  }

  private Hold byIndex(Hold hold) {
    return hold.what() == What.INDEX ? named(hold, names.index(hold.name())) : hold;
  }

  private static Hold named(Hold hold, String name) {
    return new Hold(hold.what(), name, hold.cause(), hold.reason(), hold.by(), hold.since());
  }

  /** One that this version does not know must not keep it from the others. */
  private static Optional<Hold> hold(Map<String, AttributeValue> row) {
    try {
      return Optional.of(
          new Hold(
              What.valueOf(row.get("what").s()),
              row.get("name").s(),
              Cause.valueOf(row.get("cause").s()),
              row.get("reason").s(),
              row.get("by").s(),
              Instant.parse(row.get("since").s())));
    } catch (RuntimeException e) {
      LOG.error("The hold {} cannot be read, and is not heeded", row.get(StateTable.SK).s(), e);
      return Optional.empty();
    }
  }

  /** One for the same is replaced. By an update, as for all entries: so no role needs PutItem. */
  public void hold(Hold given) {
    Hold hold = given.what() == What.INDEX ? named(given, names.of(given.name())) : given;
    dynamoDb.updateItem(
        request ->
            request
                .tableName(stateTable)
                .key(key(hold.what(), hold.name(), hold.cause()))
                .updateExpression(
                    "SET what = :what, #name = :name, cause = :cause, reason = :reason, #by = :by,"
                        + " since = :since")
                .expressionAttributeNames(Map.of("#name", "name", "#by", "by"))
                .expressionAttributeValues(
                    Map.of(
                        ":what", AttributeValue.fromS(hold.what().name()),
                        ":name", AttributeValue.fromS(hold.name()),
                        ":cause", AttributeValue.fromS(hold.cause().name()),
                        ":reason", AttributeValue.fromS(hold.reason()),
                        ":by", AttributeValue.fromS(hold.by()),
                        ":since", AttributeValue.fromS(hold.since().toString()))));
  }

  /**
   * @return whether anything was held back
   */
  public boolean release(What what, String name) {
    boolean any = false;
    for (Cause cause : Cause.values()) {
      any |=
          dynamoDb
              .deleteItem(
                  request ->
                      request
                          .tableName(stateTable)
                          .key(key(what, name, cause))
                          .returnValues(ReturnValue.ALL_OLD))
              .hasAttributes();
    }
    return any;
  }

  private static Map<String, AttributeValue> key(What what, String name, Cause cause) {
    return Map.of(
        StateTable.PK, AttributeValue.fromS(PARTITION),
        StateTable.SK, AttributeValue.fromS(what + "#" + name + "#" + cause.text()));
  }
}
