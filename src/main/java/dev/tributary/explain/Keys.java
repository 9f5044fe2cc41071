package dev.tributary.explain;

import dev.tributary.change.Item;
import dev.tributary.change.ItemKey;
import dev.tributary.change.Value;
import dev.tributary.config.Settings;
import java.util.Optional;

/** The key of an item that a person wrote, who may have forgotten it. */
final class Keys {
  private Keys() {}

  /**
   * @param file for messages
   */
  static ItemKey of(Item item, Settings.Table table, String file) throws InvalidInputException {
    Value.Scalar pk = scalar(item, table, table.key().pk(), "partition", file);
    Optional<String> name = table.key().sk();
    return name.isPresent()
        ? ItemKey.of(pk, scalar(item, table, name.get(), "sort", file))
        : ItemKey.of(pk);
  }

  private static Value.Scalar scalar(
      Item item, Settings.Table table, String name, String kind, String file)
      throws InvalidInputException {
    Value value = item.attributes().get(name);
    if (value == null) {
      throw new InvalidInputException(
          "%s  no attribute '%s', the %s key of table '%s'; it has %s"
              .formatted(
                  file,
                  name,
                  kind,
                  table.name(),
                  item.attributes().isEmpty()
                      ? "none"
                      : String.join(", ", item.attributes().keySet())));
    }
    boolean empty = value instanceof Value.Text text && text.text().isEmpty();
    if (empty || !(value instanceof Value.Scalar scalar)) {
      throw new InvalidInputException(
          "%s  %s: the %s key is %s; a key is text, a number or binary, and not empty"
              .formatted(file, name, kind, empty ? "empty" : describe(value)));
    }
    return scalar;
  }

  private static String describe(Value value) {
    if (value instanceof Value.MapOf map) {
      boolean typed =
          map.entries().size() == 1 && TypedJson.TYPES.containsAll(map.entries().keySet());
      return typed
          ? "an object (was DynamoDB JSON meant? --format dynamodb says what is wrong with it)"
          : "an object";
    }
    if (value instanceof Value.Bool bool) {
      return String.valueOf(bool.value());
    }
    return value instanceof Value.Null ? "null" : "a list or a set";
  }
}
