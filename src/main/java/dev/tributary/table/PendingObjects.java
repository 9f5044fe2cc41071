package dev.tributary.table;

import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import dev.tributary.change.SequenceNumber;
import dev.tributary.config.Settings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * The documents that wait for objects in S3, in the state table: one entry for each, under {@code
 * pending#<index>} and the document's id. Any worker may look for those that are due, and claims
 * one by moving its time. Thread-safe.
 */
public final class PendingObjects {

  private static final Settings.Key ITEM = new Settings.Key("pk", Optional.of("sk"));
  private static final Settings.Key UNSORTED_ITEM = new Settings.Key("pk", Optional.empty());

  /** Words that DynamoDB keeps for itself. */
  private static final Map<String, String> NAMES =
      Map.of(
          "#table", "table",
          "#item", "item",
          "#references", "references",
          "#change", "change",
          "#version", "version");

  private static final Map<String, String> VERSION = Map.of("#version", "version");
  private static final String UNCHANGED = "due = :due AND #version = :version";

  /**
   * A document that lacks objects.
   *
   * @param references the objects, as {@code _sync} has them
   * @param version of the change that found them lacking; 0 where no change did
   * @param change its record
   */
  public record Lack(
      String index,
      String id,
      String table,
      ItemKey item,
      List<String> references,
      String reason,
      long version,
      Optional<Origin.Streamed> change) {
    public Lack {
      references = List.copyOf(references);
    }
  }

  /**
   * @param since when the objects were first found lacking
   * @param attempts how often they were looked for since then
   * @param due when to look again
   */
  public record Entry(Lack lack, Instant since, int attempts, Instant due) {}

  private final DynamoDbClient dynamoDb;
  private final String stateTable;
  private final EntryNames names;

  public PendingObjects(DynamoDbClient dynamoDb, String stateTable) {
    this(dynamoDb, stateTable, EntryNames.OWN);
  }

  public PendingObjects(DynamoDbClient dynamoDb, String stateTable, EntryNames names) {
    this.dynamoDb = dynamoDb;
    this.stateTable = stateTable;
    this.names = names;
  }

  /**
   * Stores that a document waits, unless a newer change said so already. Where it waits for the
   * same objects as before, it has been waiting since then.
   */
  public void store(Lack lack, Instant now, Instant due) {
    Map<String, AttributeValue> values = new HashMap<>();
    values.put(":table", AttributeValue.fromS(lack.table()));
    values.put(":item", AttributeValue.fromM(Attributes.request(lack.item(), names(lack.item()))));
    values.put(":references", texts(lack.references()));
    values.put(":reason", AttributeValue.fromS(lack.reason()));
    values.put(":version", version(lack));
    values.put(":change", change(lack.change()));
    values.put(":due", number(due));
    values.put(":now", AttributeValue.fromS(now.toString()));
    values.put(":none", AttributeValue.fromN("0"));
    String set =
        "SET #table = :table, #item = :item, #references = :references, reason = :reason, "
            + "#version = :version, #change = :change, due = :due, attempts = :none, since = ";
    String notNewer = "(attribute_not_exists(#version) OR #version <= :version)";
    boolean theSame =
        update(
            lack,
            request ->
                request
                    .updateExpression(set + "if_not_exists(since, :now)")
                    .conditionExpression(notNewer + " AND #references = :references")
                    .expressionAttributeNames(NAMES)
                    .expressionAttributeValues(values));
    if (!theSame) {
      update(
          lack,
          request ->
              request
                  .updateExpression(set + ":now")
                  .conditionExpression(
                      notNewer
                          + " AND (attribute_not_exists(#references)"
                          + " OR NOT #references = :references)")
                  .expressionAttributeNames(NAMES)
                  .expressionAttributeValues(values));
    }
  }

  /**
   * Some of the entries of an index that are due, if there are any.
   *
   * @param which those that matter
   */
  public List<Entry> due(String index, Instant now, int most, Predicate<Entry> which) {
    List<Entry> due = new ArrayList<>();
    var pages =
        dynamoDb.queryPaginator(
            request ->
                request
                    .tableName(stateTable)
                    .keyConditionExpression("pk = :pk")
                    .filterExpression("due <= :now")
                    .expressionAttributeValues(
                        Map.of(
                            ":pk",
                            AttributeValue.fromS(partition(names.of(index))),
                            ":now",
                            number(now))));
    for (var row : pages.items()) {
      Entry entry = entry(index, row);
      if (which.test(entry)) {
        due.add(entry);
      }
      if (due.size() >= most) {
        break;
      }
    }
    return due;
  }

  /** All entries of an index. */
  public void each(String index, Consumer<Entry> consumer) {
    dynamoDb
        .queryPaginator(
            request ->
                request
                    .tableName(stateTable)
                    .keyConditionExpression("pk = :pk")
                    .expressionAttributeValues(
                        Map.of(":pk", AttributeValue.fromS(partition(names.of(index))))))
        .items()
        .forEach(row -> consumer.accept(entry(index, row)));
  }

  /**
   * Takes an entry, for so long that a worker that dies with it does not keep it.
   *
   * @return the entry as it is now; nothing if another worker has it, or if it changed
   */
  public Optional<Entry> claim(Entry entry, Instant until) {
    boolean claimed =
        move(
            entry,
            "SET due = :next, attempts = attempts + :one",
            until,
            Map.of(":one", AttributeValue.fromN("1")));
    return claimed
        ? Optional.of(new Entry(entry.lack(), entry.since(), entry.attempts() + 1, until))
        : Optional.empty();
  }

  /** Gives a claimed entry back, to be looked at later. */
  public void postpone(Entry claimed, String reason, Instant due) {
    move(
        claimed,
        "SET due = :next, reason = :reason",
        due,
        Map.of(":reason", AttributeValue.fromS(reason)));
  }

  private boolean move(Entry entry, String update, Instant next, Map<String, AttributeValue> more) {
    Map<String, AttributeValue> values = new HashMap<>(more);
    values.put(":next", number(next));
    values.putAll(unchanged(entry));
    return update(
        entry.lack(),
        request ->
            request
                .updateExpression(update)
                .conditionExpression(UNCHANGED)
                .expressionAttributeNames(VERSION)
                .expressionAttributeValues(values));
  }

  private static Map<String, AttributeValue> unchanged(Entry entry) {
    return Map.of(
        ":due", number(entry.due()),
        ":version", version(entry.lack()));
  }

  /** Removes a claimed entry, unless a change said meanwhile that the document still waits. */
  public void remove(Entry claimed) {
    try {
      dynamoDb.deleteItem(
          request ->
              request
                  .tableName(stateTable)
                  .key(key(claimed.lack()))
                  .conditionExpression(UNCHANGED)
                  .expressionAttributeNames(VERSION)
                  .expressionAttributeValues(unchanged(claimed)));
    } catch (ConditionalCheckFailedException e) {
      // It is another entry by now, with a claim of its own.
    }
  }

  private boolean update(Lack lack, Consumer<UpdateItemRequest.Builder> update) {
    try {
      dynamoDb.updateItem(request -> update.accept(request.tableName(stateTable).key(key(lack))));
      return true;
    } catch (ConditionalCheckFailedException e) {
      return false;
    }
  }

  private Map<String, AttributeValue> key(Lack lack) {
    return key(names.of(lack.index()), lack.id());
  }

  static Map<String, AttributeValue> key(String index, String id) {
    return Map.of(
        StateTable.PK,
        AttributeValue.fromS(partition(index)),
        StateTable.SK,
        AttributeValue.fromS(id));
  }

  static String partition(String index) {
    return "pending#" + index;
  }

  private static Settings.Key names(ItemKey item) {
    return item.sk().isPresent() ? ITEM : UNSORTED_ITEM;
  }

  private static Entry entry(String index, Map<String, AttributeValue> row) {
    Map<String, AttributeValue> item = row.get("item").m();
    return new Entry(
        new Lack(
            index,
            row.get(StateTable.SK).s(),
            row.get("table").s(),
            Attributes.key(item, item.containsKey("sk") ? ITEM : UNSORTED_ITEM),
            row.get("references").l().stream().map(AttributeValue::s).toList(),
            row.get("reason").s(),
            Long.parseLong(row.get("version").n()),
            change(row.get("change").m())),
        Instant.parse(row.get("since").s()),
        Integer.parseInt(row.get("attempts").n()),
        Instant.ofEpochMilli(Long.parseLong(row.get("due").n())));
  }

  private static AttributeValue version(Lack lack) {
    return AttributeValue.fromN(Long.toString(lack.version()));
  }

  private static AttributeValue change(Optional<Origin.Streamed> change) {
    return AttributeValue.fromM(
        change
            .map(
                record ->
                    Map.of(
                        "stream", AttributeValue.fromS(record.stream()),
                        "seq", AttributeValue.fromS(record.sequenceNumber().text()),
                        "time", AttributeValue.fromS(record.createdAt().toString())))
            .orElse(Map.of()));
  }

  private static Optional<Origin.Streamed> change(Map<String, AttributeValue> change) {
    return change.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Origin.Streamed(
                change.get("stream").s(),
                SequenceNumber.of(change.get("seq").s()),
                Instant.parse(change.get("time").s())));
  }

  private static AttributeValue texts(List<String> texts) {
    return AttributeValue.fromL(texts.stream().map(AttributeValue::fromS).toList());
  }

  private static AttributeValue number(Instant time) {
    return AttributeValue.fromN(Long.toString(time.toEpochMilli()));
  }
}
