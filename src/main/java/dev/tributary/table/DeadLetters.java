package dev.tributary.table;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tributary.change.ItemKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * The changes that could not be indexed, in the state table: one letter for each document, under
 * {@code letter#<index>} and the document's id. A letter needs no copy of the item, since the table
 * has it.
 */
public final class DeadLetters {

  /** Under this name stand the letters of changes that never became actions. */
  public static final String NO_INDEX = "(none)";

  /**
   * @param item its key; absent where that could not be read
   * @param entity that asked for the document, where that is known
   * @param trace of the fault, where it is one of ours
   * @param version the version of the rejected write, so that an older one never hides a newer one
   */
  public record Letter(
      String index,
      String id,
      String table,
      Optional<ItemKey> item,
      Optional<String> entity,
      String reason,
      Optional<String> trace,
      long version) {

    /**
     * One that is too large for DynamoDB could never be stored, and its shard would wait for ever.
     */
    private static final int MAX_REASON = 4000;

    private static final int MAX_TRACE = 16_000;

    public Letter {
      reason = cut(reason, MAX_REASON);
      trace = trace.map(text -> cut(text, MAX_TRACE));
    }

    /** One about which nothing more is known. */
    public Letter(
        String index, String id, String table, ItemKey item, String reason, long version) {
      this(
          index, id, table, Optional.of(item), Optional.empty(), reason, Optional.empty(), version);
    }

    private static String cut(String text, int most) {
      String cut = text.length() > most ? text.substring(0, most) + "…" : text;
      // A text that was cut may end in half a character, which no UTF-8 holds.
      return new String(cut.getBytes(UTF_8), UTF_8);
    }
  }

  private final DynamoDbClient dynamoDb;
  private final String stateTable;
  private final EntryNames names;

  public DeadLetters(DynamoDbClient dynamoDb, String stateTable) {
    this(dynamoDb, stateTable, EntryNames.OWN);
  }

  public DeadLetters(DynamoDbClient dynamoDb, String stateTable, EntryNames names) {
    this.dynamoDb = dynamoDb;
    this.stateTable = stateTable;
    this.names = names;
  }

  /**
   * A letter, and when it was first and last written.
   *
   * @param pk the item's key, as text; empty where that could not be read
   * @param sk empty where the table has no sort key
   */
  public record Filed(
      String index,
      String id,
      String table,
      String pk,
      String sk,
      Optional<String> entity,
      String reason,
      Optional<String> trace,
      long version,
      Instant first,
      Instant last,
      int attempts) {

    /** Whether it can be said which item it is about. */
    public boolean hasKey() {
      return !pk.isEmpty();
    }

    /** Without what takes the most room in memory. */
    public Filed withoutTrace() {
      return new Filed(
          index,
          id,
          table,
          pk,
          sk,
          entity,
          reason,
          Optional.empty(),
          version,
          first,
          last,
          attempts);
    }
  }

  /** All letters of an index. */
  public void each(String index, Consumer<Filed> consumer) {
    rows(index, request -> {}).forEach(row -> consumer.accept(filed(index, row)));
  }

  /** The ids and versions of all letters of an index. */
  public void eachVersion(String index, ObjLongConsumer<String> consumer) {
    rows(
            index,
            request ->
                request
                    .projectionExpression("sk, #version")
                    .expressionAttributeNames(Map.of("#version", "version")))
        .forEach(row -> consumer.accept(row.get(StateTable.SK).s(), number(row, "version")));
  }

  private Iterable<Map<String, AttributeValue>> rows(
      String index, Consumer<QueryRequest.Builder> more) {
    QueryRequest.Builder request =
        QueryRequest.builder()
            .tableName(stateTable)
            .consistentRead(true)
            .keyConditionExpression("pk = :pk")
            .expressionAttributeValues(
                Map.of(":pk", AttributeValue.fromS(partition(names.of(index)))));
    more.accept(request);
    return dynamoDb.queryPaginator(request.build()).items();
  }

  public Optional<Filed> find(String index, String id) {
    var answer =
        dynamoDb.getItem(
            request ->
                request.tableName(stateTable).key(key(names.of(index), id)).consistentRead(true));
    return answer.hasItem() ? Optional.of(filed(index, answer.item())) : Optional.empty();
  }

  /** One that somebody else wrote, and that lacks something, is listed all the same. */
  private static Filed filed(String index, Map<String, AttributeValue> row) {
    return new Filed(
        index,
        row.get(StateTable.SK).s(),
        text(row, "table").orElse(""),
        text(row, "itemPk").orElse(""),
        text(row, "itemSk").orElse(""),
        text(row, "entity"),
        text(row, "reason").orElse(""),
        text(row, "trace"),
        number(row, "version"),
        text(row, "firstAt").map(Instant::parse).orElse(Instant.EPOCH),
        text(row, "lastAt").map(Instant::parse).orElse(Instant.EPOCH),
        (int) number(row, "attempts"));
  }

  private static Optional<String> text(Map<String, AttributeValue> row, String name) {
    return Optional.ofNullable(row.get(name)).map(AttributeValue::s);
  }

  private static long number(Map<String, AttributeValue> row, String name) {
    return Optional.ofNullable(row.get(name)).map(value -> Long.parseLong(value.n())).orElse(0L);
  }

  /** Stores a letter, unless one of a newer version is there already. */
  public void store(Letter letter, Instant now) {
    Map<String, AttributeValue> values = new HashMap<>();
    values.put(":table", AttributeValue.fromS(letter.table()));
    values.put(":itemPk", AttributeValue.fromS(letter.item().map(ItemKey::pkText).orElse("")));
    values.put(":itemSk", AttributeValue.fromS(letter.item().flatMap(ItemKey::skText).orElse("")));
    values.put(":reason", AttributeValue.fromS(letter.reason()));
    values.put(":version", AttributeValue.fromN(Long.toString(letter.version())));
    values.put(":now", AttributeValue.fromS(now.toString()));
    values.put(":one", AttributeValue.fromN("1"));
    // What an earlier letter said of these is not true of this one.
    List<String> unknown = new ArrayList<>();
    String known =
        optional("entity", letter.entity(), values, unknown)
            + optional("trace", letter.trace(), values, unknown);
    String remove = unknown.isEmpty() ? "" : " REMOVE " + String.join(", ", unknown);
    try {
      dynamoDb.updateItem(
          request ->
              request
                  .tableName(stateTable)
                  .key(key(names.of(letter.index()), letter.id()))
                  .updateExpression(
                      "SET #table = :table, itemPk = :itemPk, itemSk = :itemSk, reason = :reason, "
                          + "#version = :version, lastAt = :now, "
                          + "firstAt = if_not_exists(firstAt, :now)"
                          + known
                          + remove
                          + " ADD attempts :one")
                  .conditionExpression("attribute_not_exists(#version) OR #version <= :version")
                  .expressionAttributeNames(Map.of("#table", "table", "#version", "version"))
                  .expressionAttributeValues(values));
    } catch (ConditionalCheckFailedException e) {
      // A letter of a newer change stands there, and it lists the same document.
    }
  }

  private static String optional(
      String name,
      Optional<String> text,
      Map<String, AttributeValue> values,
      List<String> unknown) {
    if (text.isEmpty()) {
      unknown.add(name);
      return "";
    }
    values.put(":" + name, AttributeValue.fromS(text.get()));
    return ", " + name + " = :" + name;
  }

  /**
   * Says of a letter that its document was tried again and refused again. Not of one that is gone
   * by now, or that is about a newer change: those are none of this attempt's.
   *
   * @return whether the letter was there
   */
  public boolean refusedAgain(Filed letter, String reason, Optional<String> trace, Instant now) {
    Map<String, AttributeValue> values = new HashMap<>();
    values.put(":reason", AttributeValue.fromS(Letter.cut(reason, Letter.MAX_REASON)));
    values.put(":version", AttributeValue.fromN(Long.toString(letter.version())));
    values.put(":now", AttributeValue.fromS(now.toString()));
    values.put(":one", AttributeValue.fromN("1"));
    List<String> unknown = new ArrayList<>();
    String known =
        optional("trace", trace.map(text -> Letter.cut(text, Letter.MAX_TRACE)), values, unknown);
    try {
      dynamoDb.updateItem(
          request ->
              request
                  .tableName(stateTable)
                  .key(key(names.of(letter.index()), letter.id()))
                  .updateExpression(
                      "SET reason = :reason, lastAt = :now"
                          + known
                          + (unknown.isEmpty() ? "" : " REMOVE trace")
                          + " ADD attempts :one")
                  .conditionExpression("#version = :version")
                  .expressionAttributeNames(Map.of("#version", "version"))
                  .expressionAttributeValues(values));
      return true;
    } catch (ConditionalCheckFailedException e) {
      return false;
    }
  }

  /**
   * Removes a letter of at most this version, if there is one.
   *
   * @return whether none is left; if not, there is a newer one
   */
  public boolean clear(String index, String id, long version) {
    try {
      dynamoDb.deleteItem(
          request ->
              request
                  .tableName(stateTable)
                  .key(key(names.of(index), id))
                  .conditionExpression("attribute_not_exists(#version) OR #version <= :version")
                  .expressionAttributeNames(Map.of("#version", "version"))
                  .expressionAttributeValues(
                      Map.of(":version", AttributeValue.fromN(Long.toString(version)))));
      return true;
    } catch (ConditionalCheckFailedException e) {
      return false;
    }
  }

  static Map<String, AttributeValue> key(String index, String id) {
    return Map.of(
        StateTable.PK, AttributeValue.fromS(partition(index)),
        StateTable.SK, AttributeValue.fromS(id));
  }

  static String partition(String index) {
    return "letter#" + index;
  }
}
