package dev.tributary.explain;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.change.Value;
import dev.tributary.document.MalformedValueException;
import dev.tributary.document.TypedValues;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Base64;
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
    try (JsonParser json = object.traverse()) {
      json.nextToken();
      return TypedValues.attributes(json);
    } catch (MalformedValueException e) {
      throw new InvalidInputException(path + e.getMessage());
    } catch (IOException e) {
      throw new UncheckedIOException("JSON that was read before", e);
    }
  }

  static ByteBuffer bytes(String base64, String path) throws InvalidInputException {
    try {
      return ByteBuffer.wrap(Base64.getDecoder().decode(base64));
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(path + ": binary is written in base64, and this is not");
    }
  }
}
