package dev.tributary.explain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.change.Value;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Values as DynamoDB writes them: {@code {"size": {"N": "3"}}}. */
final class TypedJson {
  static final Set<String> TYPES =
      Set.of("S", "N", "B", "BOOL", "NULL", "M", "L", "SS", "NS", "BS");

  private TypedJson() {}

  /** Whether this is meant as a typed value, be it well formed or not. */
  static boolean looksTyped(JsonNode json) {
    return json.isObject() && json.size() == 1 && TYPES.contains(json.fieldNames().next());
  }

  static Map<String, Value> attributes(JsonNode object, String path) throws InvalidInputException {
    Map<String, Value> attributes = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : object.properties()) {
      attributes.put(entry.getKey(), value(entry.getValue(), path + entry.getKey()));
    }
    return attributes;
  }

  private static Value value(JsonNode json, String path) throws InvalidInputException {
    if (!looksTyped(json)) {
      throw new InvalidInputException(
          path + ": is not of the form {\"S\": …} with one of S N B BOOL NULL M L SS NS BS");
    }
    Map.Entry<String, JsonNode> typed = json.properties().iterator().next();
    JsonNode held = typed.getValue();
    return switch (typed.getKey()) {
      case "S" -> new Value.Text(text(held, path, "S"));
      case "N" -> PlainJson.number(text(held, path, "N"), path);
      case "B" -> new Value.Binary(bytes(text(held, path, "B"), path));
      case "BOOL" ->
          new Value.Bool(
              expect(held.isBoolean(), held, path, "BOOL holds true or false").booleanValue());
      case "NULL" -> {
        expect(held.isBoolean() && held.booleanValue(), held, path, "NULL holds true");
        yield new Value.Null();
      }
      case "M" ->
          new Value.MapOf(
              attributes(expect(held.isObject(), held, path, "M holds an object"), path + "."));
      case "L" -> new Value.ListOf(elements(held, path, "L", TypedJson::value));
      case "SS" -> new Value.TextSet(elements(held, path, "SS", (e, p) -> text(e, p, "SS")));
      case "NS" ->
          new Value.NumericSet(
              elements(held, path, "NS", (e, p) -> PlainJson.number(text(e, p, "NS"), p).digits()));
      default ->
          new Value.BinarySet(elements(held, path, "BS", (e, p) -> bytes(text(e, p, "BS"), p)));
    };
  }

  private interface Element<T> {
    T of(JsonNode json, String path) throws InvalidInputException;
  }

  private static <T> List<T> elements(JsonNode held, String path, String type, Element<T> element)
      throws InvalidInputException {
    List<T> elements = new ArrayList<>();
    for (JsonNode json : expect(held.isArray(), held, path, type + " holds an array")) {
      elements.add(element.of(json, path + "[" + elements.size() + "]"));
    }
    return elements;
  }

  private static String text(JsonNode held, String path, String type) throws InvalidInputException {
    String rule = type.startsWith("N") ? " holds its digits in quotes" : " holds text";
    return expect(held.isTextual(), held, path, type + rule).textValue();
  }

  static ByteBuffer bytes(String base64, String path) throws InvalidInputException {
    try {
      return ByteBuffer.wrap(Base64.getDecoder().decode(base64));
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(path + ": binary is written in base64, and this is not");
    }
  }

  private static JsonNode expect(boolean fits, JsonNode held, String path, String rule)
      throws InvalidInputException {
    if (!fits) {
      throw new InvalidInputException(
          "%s: %s, and here it holds %s".formatted(path, rule, PlainJson.describe(held)));
    }
    return held;
  }
}
