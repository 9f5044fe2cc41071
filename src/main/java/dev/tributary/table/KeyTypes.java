package dev.tributary.table;

import dev.tributary.change.ItemKey;
import dev.tributary.change.Value;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Of which types a table's keys are: enough to make a key of its texts. */
record KeyTypes(String table, ScalarAttributeType pk, Optional<ScalarAttributeType> sk) {

  private static final Pattern DECIMAL = Pattern.compile("-?[0-9]+(\\.[0-9]+)?");

  static KeyTypes of(TableDescription table) {
    return new KeyTypes(
        table.tableName(), type(table, KeyType.HASH).orElseThrow(), type(table, KeyType.RANGE));
  }

  private static Optional<ScalarAttributeType> type(TableDescription table, KeyType part) {
    return table.keySchema().stream()
        .filter(element -> element.keyType() == part)
        .map(KeySchemaElement::attributeName)
        .flatMap(
            name ->
                table.attributeDefinitions().stream()
                    .filter(attribute -> attribute.attributeName().equals(name)))
        .map(AttributeDefinition::attributeType)
        .findFirst();
  }

  ItemKey key(String pkText, Optional<String> skText) {
    if (sk.isPresent() != skText.isPresent()) {
      throw new IllegalArgumentException(
          "table '%s' has %s sort key, but this key has %s"
              .formatted(table, sk.isPresent() ? "a" : "no", skText.isPresent() ? "one" : "none"));
    }
    return new ItemKey(value(pkText, pk), skText.map(text -> value(text, sk.orElseThrow())));
  }

  private Value.Scalar value(String text, ScalarAttributeType type) {
    try {
      return switch (type) {
        case S -> new Value.Text(text);
        case N -> new Value.Numeric(decimal(text));
        case B -> new Value.Binary(ByteBuffer.wrap(Base64.getUrlDecoder().decode(text)));
        case UNKNOWN_TO_SDK_VERSION ->
            throw new IllegalArgumentException(
                "a type that this version of Tributary does not know");
      };
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "'%s' is no key of type %s in table '%s': %s"
              .formatted(text, type, table, e.getMessage()),
          e);
    }
  }

  private static String decimal(String text) {
    if (!DECIMAL.matcher(text).matches()) {
      throw new IllegalArgumentException("it is no plain decimal");
    }
    return text;
  }
}
