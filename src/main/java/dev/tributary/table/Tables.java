package dev.tributary.table;

import dev.tributary.change.Item;
import dev.tributary.change.ItemKey;
import dev.tributary.config.Settings;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** The tables that the config names: what they are, and what is in them now. Thread-safe. */
public final class Tables {

  private static final int PAGE = 1000;

  private final DynamoDbClient dynamoDb;
  private final Map<String, Settings.Key> keys = new HashMap<>();
  private final Map<String, KeyTypes> keyTypes = new ConcurrentHashMap<>();

  public Tables(DynamoDbClient dynamoDb, Iterable<Settings.Table> tables) {
    this.dynamoDb = dynamoDb;
    tables.forEach(table -> keys.put(table.name(), table.key()));
  }

  /**
   * Reads one item consistently, as it is now.
   *
   * @throws IllegalArgumentException if there is one that Tributary cannot read
   */
  public Optional<Item> read(String table, ItemKey key) {
    var answer =
        dynamoDb.getItem(
            request ->
                request
                    .tableName(table)
                    .key(Attributes.request(key, keys.get(table)))
                    .consistentRead(true));
    if (!answer.hasItem()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Attributes.item(answer.item()));
    } catch (RuntimeException e) {
      // Told apart from a table that does not answer: this one stays so.
      throw new IllegalArgumentException("the item cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * The key of an item from the texts that {@link ItemKey} makes of it. Which type each has is
   * asked of DynamoDB, once for each table.
   *
   * @throws IllegalArgumentException if no item of the table can have such a key
   */
  public ItemKey keyOf(String table, String pkText, Optional<String> skText) {
    if (!keys.containsKey(table)) {
      throw new IllegalArgumentException("table '%s' is not in the config".formatted(table));
    }
    KeyTypes types = keyTypes.get(table);
    if (types == null) {
      types = keyTypes(table);
      keyTypes.put(table, types);
    }
    return types.key(pkText, skText);
  }

  private KeyTypes keyTypes(String table) {
    try {
      return KeyTypes.of(dynamoDb.describeTable(request -> request.tableName(table)).table());
    } catch (ResourceNotFoundException e) {
      throw new IllegalArgumentException("table '%s' does not exist".formatted(table), e);
    }
  }

  /** How many items there are, as DynamoDB last counted: it does so every few hours. */
  public OptionalLong itemCount(String table) {
    Long count = dynamoDb.describeTable(request -> request.tableName(table)).table().itemCount();
    return count == null ? OptionalLong.empty() : OptionalLong.of(count);
  }

  /** Whether the table has any item now. */
  public boolean hasItems(String table) {
    return !dynamoDb
        .scan(request -> request.tableName(table).limit(1).consistentRead(true))
        .items()
        .isEmpty();
  }

  /** Reads every item consistently, in no order. */
  public void scan(String table, BiConsumer<ItemKey, Item> each) {
    // Without a limit DynamoDB Local may take longer for a page of a large table than a call may.
    var pages =
        dynamoDb.scanPaginator(
            request -> request.tableName(table).consistentRead(true).limit(PAGE));
    for (var attributes : pages.items()) {
      each.accept(Attributes.key(attributes, keys.get(table)), Attributes.item(attributes));
    }
  }

  /** What DynamoDB says of the table; nothing if there is no such table. */
  public Optional<TableFacts> describe(String table) {
    try {
      TableDescription description =
          dynamoDb.describeTable(request -> request.tableName(table)).table();
      return Optional.of(
          new TableFacts(
              new Settings.Key(
                  key(description, KeyType.HASH).orElseThrow(), key(description, KeyType.RANGE)),
              Optional.ofNullable(description.latestStreamArn()),
              Optional.ofNullable(description.streamSpecification())
                  .filter(stream -> Boolean.TRUE.equals(stream.streamEnabled()))
                  .map(stream -> stream.streamViewTypeAsString())));
    } catch (ResourceNotFoundException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> key(TableDescription description, KeyType type) {
    return description.keySchema().stream()
        .filter(element -> element.keyType() == type)
        .map(KeySchemaElement::attributeName)
        .findFirst();
  }
}
