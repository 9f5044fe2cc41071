package dev.tributary.table;

import dev.tributary.change.Item;
import dev.tributary.change.ItemKey;
import dev.tributary.change.Value;
import dev.tributary.config.Settings;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Between the SDK's attributes and ours. */
public final class Attributes {
  private Attributes() {}

  public static Item item(Map<String, AttributeValue> attributes) {
    return new Item(entries(attributes));
  }

  /** The key of an item, or of a record's key attributes. */
  public static ItemKey key(Map<String, AttributeValue> attributes, Settings.Key names) {
    return new ItemKey(
        scalar(attributes, names.pk(), Attributes::value),
        names.sk().map(sk -> scalar(attributes, sk, Attributes::value)));
  }

  /** The same of values that are ours already. */
  public static ItemKey keyOf(Map<String, Value> values, Settings.Key names) {
    return new ItemKey(
        scalar(values, names.pk(), Function.identity()),
        names.sk().map(sk -> scalar(values, sk, Function.identity())));
  }

  /** A key as DynamoDB wants it in a request. */
  public static Map<String, AttributeValue> request(ItemKey key, Settings.Key names) {
    Map<String, AttributeValue> attributes = new HashMap<>();
    attributes.put(names.pk(), attribute(key.pk()));
    names.sk().ifPresent(sk -> attributes.put(sk, attribute(key.sk().orElseThrow())));
    return attributes;
  }

  static Value value(AttributeValue attribute) {
    return switch (attribute.type()) {
      case S -> new Value.Text(attribute.s());
      case N -> new Value.Numeric(attribute.n());
      case B -> new Value.Binary(buffer(attribute.b()));
      case BOOL -> new Value.Bool(attribute.bool());
      case NUL -> new Value.Null();
      case M -> new Value.MapOf(entries(attribute.m()));
      case L -> new Value.ListOf(values(attribute.l()));
      case SS -> new Value.TextSet(attribute.ss());
      case NS -> new Value.NumericSet(attribute.ns());
      case BS -> new Value.BinarySet(attribute.bs().stream().map(Attributes::buffer).toList());
      case UNKNOWN_TO_SDK_VERSION ->
          throw new IllegalArgumentException(
              "an attribute of a type that this version of Tributary does not know");
    };
  }

  public static Map<String, Value> entries(Map<String, AttributeValue> attributes) {
    Map<String, Value> entries = new HashMap<>(attributes.size() * 4 / 3 + 1);
    attributes.forEach((name, attribute) -> entries.put(name, value(attribute)));
    return entries;
  }

  private static List<Value> values(List<AttributeValue> attributes) {
    List<Value> values = new ArrayList<>(attributes.size());
    attributes.forEach(attribute -> values.add(value(attribute)));
    return values;
  }

  private static ByteBuffer buffer(SdkBytes bytes) {
    return bytes.asByteBuffer();
  }

  private static <T> Value.Scalar scalar(
      Map<String, T> attributes, String name, Function<T, Value> valueOf) {
    Value value =
        Optional.ofNullable(attributes.get(name))
            .map(valueOf)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "no key attribute '" + name + "'; it has " + attributes.keySet()));
    if (value instanceof Value.Scalar scalar) {
      return scalar;
    }
    throw new IllegalArgumentException("the key attribute '" + name + "' cannot be a key");
  }

  private static AttributeValue attribute(Value.Scalar value) {
    if (value instanceof Value.Text text) {
      return AttributeValue.fromS(text.text());
    }
    if (value instanceof Value.Numeric number) {
      return AttributeValue.fromN(number.digits());
    }
    ByteBuffer bytes = ((Value.Binary) value).bytes().duplicate();
    return AttributeValue.fromB(SdkBytes.fromByteBuffer(bytes));
  }
}
