package dev.tributary.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Items as people write them: plain JSON, without DynamoDB's types around every value. What JSON
 * does not have is an object with one entry: {@code {"$set": ["a", "b"]}} is a set of texts or of
 * numbers, {@code {"$bytes": "aGVsbG8="}} is binary.
 */
public final class PlainJson {

  private static final String SET = "$set";
  private static final String BYTES = "$bytes";

  private PlainJson() {}

  /** An item's attributes; numbers keep the digits that the reader of the JSON gave them. */
  public static Map<String, AttributeValue> item(JsonNode object) {
    Map<String, AttributeValue> attributes = new HashMap<>();
    object.properties().forEach(e -> attributes.put(e.getKey(), attribute(e.getValue())));
    return attributes;
  }

  private static AttributeValue attribute(JsonNode json) {
    return switch (json.getNodeType()) {
      case STRING -> AttributeValue.fromS(json.textValue());
      case NUMBER -> AttributeValue.fromN(json.asText());
      case BOOLEAN -> AttributeValue.fromBool(json.booleanValue());
      case NULL -> AttributeValue.fromNul(true);
      case ARRAY -> AttributeValue.fromL(list(json));
      case OBJECT -> object(json);
      default -> throw new IllegalArgumentException("no attribute can hold " + json.getNodeType());
    };
  }

  private static List<AttributeValue> list(JsonNode array) {
    List<AttributeValue> elements = new ArrayList<>();
    array.forEach(element -> elements.add(attribute(element)));
    return elements;
  }

  private static AttributeValue object(JsonNode object) {
    if (object.size() == 1 && object.has(SET)) {
      return set(list(object.get(SET)));
    }
    if (object.size() == 1 && object.has(BYTES)) {
      byte[] bytes = Base64.getDecoder().decode(object.get(BYTES).textValue());
      return AttributeValue.fromB(SdkBytes.fromByteArray(bytes));
    }
    return AttributeValue.fromM(item(object));
  }

  private static AttributeValue set(List<AttributeValue> elements) {
    Set<AttributeValue.Type> types =
        Set.copyOf(elements.stream().map(AttributeValue::type).toList());
    if (types.equals(Set.of(AttributeValue.Type.S))) {
      return AttributeValue.fromSs(elements.stream().map(AttributeValue::s).toList());
    }
    if (types.equals(Set.of(AttributeValue.Type.N))) {
      return AttributeValue.fromNs(elements.stream().map(AttributeValue::n).toList());
    }
    throw new IllegalArgumentException(
        "a \"" + SET + "\" holds one or more texts, or one or more numbers; not " + elements);
  }
}
