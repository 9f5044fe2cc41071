package dev.tributary.explain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.change.Value;
import dev.tributary.document.TableNumbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Values as people write them: {@code {"size": 3}}. What JSON does not have is an object with one
 * entry, as in the demo's items: {@code {"$set": ["a", "b"]}} is a set of texts or of numbers,
 * {@code {"$bytes": "aGVsbG8="}} is binary.
 */
final class PlainJson {
  private static final String SET = "$set";
  private static final String BYTES = "$bytes";

  private PlainJson() {}

  static Map<String, Value> attributes(JsonNode object, String path) throws InvalidInputException {
    Map<String, Value> attributes = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : object.properties()) {
      attributes.put(entry.getKey(), value(entry.getValue(), path + entry.getKey()));
    }
    return attributes;
  }

  private static Value value(JsonNode json, String path) throws InvalidInputException {
    return switch (json.getNodeType()) {
      case STRING -> new Value.Text(json.textValue());
      case NUMBER -> number(json.asText(), path);
      case BOOLEAN -> new Value.Bool(json.booleanValue());
      case NULL -> new Value.Null();
      case OBJECT -> object(json, path);
      case ARRAY -> {
        List<Value> elements = new ArrayList<>();
        for (JsonNode element : json) {
          elements.add(value(element, path + "[" + elements.size() + "]"));
        }
        yield new Value.ListOf(elements);
      }
      case BINARY, MISSING, POJO ->
          throw new IllegalStateException("No JSON text holds this: " + json.getNodeType());
    };
  }

  private static Value object(JsonNode json, String path) throws InvalidInputException {
    if (json.size() == 1 && json.has(SET)) {
      return set(json.get(SET), path);
    }
    if (json.size() == 1 && json.path(BYTES).isTextual()) {
      return new Value.Binary(TypedJson.bytes(json.get(BYTES).textValue(), path));
    }
    return new Value.MapOf(attributes(json, path + "."));
  }

  private static Value set(JsonNode json, String path) throws InvalidInputException {
    List<String> texts = new ArrayList<>();
    List<String> numbers = new ArrayList<>();
    for (JsonNode element : json) {
      if (element.isTextual()) {
        texts.add(element.textValue());
      } else if (element.isNumber()) {
        numbers.add(number(element.asText(), path).digits());
      }
    }
    if (json.isArray() && !json.isEmpty() && texts.size() == json.size()) {
      return new Value.TextSet(texts);
    }
    if (json.isArray() && !json.isEmpty() && numbers.size() == json.size()) {
      return new Value.NumericSet(numbers);
    }
    throw new InvalidInputException(
        path + ": $set holds an array of one or more texts, or of one or more numbers");
  }

  static Value.Numeric number(String digits, String path) throws InvalidInputException {
    Optional<String> fault = TableNumbers.fault(digits);
    if (fault.isPresent()) {
      throw new InvalidInputException("%s: '%s' %s".formatted(path, digits, fault.get()));
    }
    return new Value.Numeric(digits);
  }

  /** With its article, for messages. */
  static String describe(JsonNode json) {
    return switch (json.getNodeType()) {
      case STRING -> "a text";
      case NUMBER -> "a number";
      case BOOLEAN -> json.asText();
      case OBJECT -> "an object";
      case ARRAY -> "an array";
      default -> "null";
    };
  }
}
