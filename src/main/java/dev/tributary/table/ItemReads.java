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
   * Reads all items of a segment, eventually consistent.
   *
   * @param most the most items of a page, which is 1 MB at most anyway
   */
  public <E extends Exception> void scan(String table, Segment segment, int most, Page<E> page)
      throws E, InterruptedException {
    Map<String, AttributeValue> from = Map.of();
    do {
      meter.before();
      ScanResponse answer = scan(table, segment, most, from);
      meter.after(answer.consumedCapacity().capacityUnits());
      List<Scanned> items = new ArrayList<>(answer.items().size());
      for (Map<String, AttributeValue> row : answer.items()) {
        items.add(new Scanned(Attributes.key(row, keys.get(table)), Attributes.item(row)));
      }
      page.accept(items);
      from = answer.lastEvaluatedKey();
    } while (!from.isEmpty());
  }

  private ScanResponse scan(
      String table, Segment segment, int most, Map<String, AttributeValue> from) {
    return dynamoDb.scan(
        request ->
            request
                .tableName(table)
                .segment(segment.number())
                .totalSegments(segment.of())
                .limit(most)
                .exclusiveStartKey(from.isEmpty() ? null : from)
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
  }

  /** Reads items by their keys, in the order of the keys. */
  public List<Optional<Item>> read(String table, List<ItemKey> wanted, boolean consistent)
      throws InterruptedException {
    // By their texts: one number may have several spellings.
    Map<List<Object>, Map<String, AttributeValue>> requests = new LinkedHashMap<>();
    for (ItemKey key : wanted) {
      requests.put(texts(key), Attributes.request(key, keys.get(table)));
    }
    Map<List<Object>, Item> found = new HashMap<>();
    batches.read(
        table,
        List.copyOf(requests.values()),
        consistent,
        null,
        row -> found.put(texts(Attributes.key(row, keys.get(table))), Attributes.item(row)));
    return wanted.stream().map(key -> Optional.ofNullable(found.get(texts(key)))).toList();
  }

  private static List<Object> texts(ItemKey key) {
    return List.of(key.pkText(), key.skText());
  }
}
