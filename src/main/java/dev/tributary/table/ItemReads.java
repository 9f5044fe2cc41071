package dev.tributary.table;

import dev.tributary.change.Item;
import dev.tributary.change.ItemKey;
import dev.tributary.config.Settings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** Reads many items of the tables that the config names, within bounds. Thread-safe. */
public final class ItemReads {

  private final DynamoDbClient dynamoDb;
  private final ReadMeter meter;
  private final BatchGet batches;
  private final Map<String, Settings.Key> keys = new HashMap<>();

  /** An item as a scan finds it. */
  public record Scanned(ItemKey key, Item item) {}

  /** A part of a table: all parts together are the table. */
  public record Segment(int number, int of) {}

  /** Told of each page; what it throws ends the scan. */
  @FunctionalInterface
  public interface Page<E extends Exception> {
    void accept(List<Scanned> page) throws E, InterruptedException;
  }

  public ItemReads(DynamoDbClient dynamoDb, Iterable<Settings.Table> tables, ReadMeter meter) {
    this.dynamoDb = dynamoDb;
    this.meter = meter;
    this.batches = new BatchGet(dynamoDb, meter);
    tables.forEach(table -> keys.put(table.name(), table.key()));
  }

  /**
   * Where a scan of a segment goes on.
   *
   * @param key the last that was read; empty at the beginning
   */
  public record Cursor(Map<String, AttributeValue> key) {
    public static final Cursor START = new Cursor(Map.of());
  }

  /**
   * What one request finds.
   *
   * @param next absent at the end
   * @param read how many items DynamoDB read for it
   */
  public record Found(List<Scanned> items, Optional<Cursor> next, int read) {}

  /**
   * Which items of a segment are wanted.
   *
   * @param prefix what their partition key, a text, begins with
   * @param most the most items of a page, which is 1 MB at most anyway
   */
  public record Wanted(String table, Segment segment, Optional<String> prefix, int most) {}

  /**
   * Reads a page of a segment, eventually consistent.
   *
   * @param unreadable told the keys of items that this version cannot read, and why
   */
  public Found page(Wanted wanted, Cursor from, BiConsumer<ItemKey, String> unreadable)
      throws InterruptedException {
    meter.before();
    Settings.Key key = keys.get(wanted.table());
    ScanResponse answer = scan(wanted, key, from);
    meter.after(answer.consumedCapacity().capacityUnits());
    List<Scanned> items = new ArrayList<>(answer.items().size());
    for (Map<String, AttributeValue> row : answer.items()) {
      ItemKey of = Attributes.key(row, key);
      LookedUp found = lookedUp(row);
      if (found instanceof LookedUp.There there) {
        items.add(new Scanned(of, there.item()));
      } else if (found instanceof LookedUp.Unreadable why) {
        unreadable.accept(of, why.reason());
      }
    }
    return new Found(
        items,
        answer.lastEvaluatedKey().isEmpty()
            ? Optional.empty()
            : Optional.of(new Cursor(answer.lastEvaluatedKey())),
        answer.scannedCount());
  }

  /**
   * Reads all items of a segment, eventually consistent.
   *
   * @param most the most items of a page, which is 1 MB at most anyway
   * @param unreadable told the keys of items that this version cannot read
   */
  public <E extends Exception> void scan(
      String table, Segment segment, int most, Page<E> page, Consumer<ItemKey> unreadable)
      throws E, InterruptedException {
    Wanted wanted = new Wanted(table, segment, Optional.empty(), most);
    Optional<Cursor> next = Optional.of(Cursor.START);
    while (next.isPresent()) {
      Found found = page(wanted, next.get(), (key, why) -> unreadable.accept(key));
      page.accept(found.items());
      next = found.next();
    }
  }

  private ScanResponse scan(Wanted wanted, Settings.Key key, Cursor from) {
    return dynamoDb.scan(
        request -> {
          request
              .tableName(wanted.table())
              .segment(wanted.segment().number())
              .totalSegments(wanted.segment().of())
              .limit(wanted.most())
              .exclusiveStartKey(from.key().isEmpty() ? null : from.key())
              .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL);
          wanted
              .prefix()
              .ifPresent(
                  prefix ->
                      request
                          .filterExpression("begins_with(#pk, :prefix)")
                          .expressionAttributeNames(Map.of("#pk", key.pk()))
                          .expressionAttributeValues(
                              Map.of(":prefix", AttributeValue.fromS(prefix))));
        });
  }

  private static LookedUp lookedUp(Map<String, AttributeValue> row) {
    try {
      return new LookedUp.There(Attributes.item(row));
    } catch (RuntimeException e) {
      return new LookedUp.Unreadable(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Reads items by their keys, in the order of the keys.
   *
   * @throws IllegalArgumentException if one is there that this version cannot read
   */
  public List<Optional<Item>> read(String table, List<ItemKey> wanted, boolean consistent)
      throws InterruptedException {
    List<Optional<Item>> items = new ArrayList<>(wanted.size());
    for (LookedUp found : lookUp(table, wanted, consistent)) {
      if (found instanceof LookedUp.Unreadable unreadable) {
        throw new IllegalArgumentException("an item cannot be read: " + unreadable.reason());
      }
      items.add(
          found instanceof LookedUp.There there ? Optional.of(there.item()) : Optional.empty());
    }
    return items;
  }

  /** The same, where an item that cannot be read hides no other. */
  public List<LookedUp> lookUp(String table, List<ItemKey> wanted, boolean consistent)
      throws InterruptedException {
    // By their texts: one number may have several spellings.
    Map<List<Object>, Map<String, AttributeValue>> requests = new LinkedHashMap<>();
    for (ItemKey key : wanted) {
      requests.put(texts(key), Attributes.request(key, keys.get(table)));
    }
    Map<List<Object>, LookedUp> found = new HashMap<>();
    batches.read(
        table,
        List.copyOf(requests.values()),
        consistent,
        null,
        row -> found.put(texts(Attributes.key(row, keys.get(table))), lookedUp(row)));
    return wanted.stream().map(key -> found.getOrDefault(texts(key), LookedUp.GONE)).toList();
  }

  private static List<Object> texts(ItemKey key) {
    return List.of(key.pkText(), key.skText());
  }
}
