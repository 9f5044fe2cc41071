package dev.tributary.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import dev.tributary.change.Value;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads a JSON text into values. Numbers keep their digits. */
final class JsonValues {

  private static final JsonFactory JSON =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private JsonValues() {}

  static Value read(String text) throws ShapeException {
    try (JsonParser json = JSON.createParser(text)) {
      if (json.nextToken() == null) {
        throw new ShapeException("is empty, not JSON");
      }
      Value value = value(json);
      if (json.nextToken() != null) {
        throw new ShapeException("has more text behind the JSON");
      }
      return value;
    } catch (JsonProcessingException e) {
      throw new ShapeException("is not JSON: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new ShapeException("is not JSON: " + e.getMessage());
    }
  }

  private static Value value(JsonParser json) throws IOException, ShapeException {
    return switch (json.currentToken()) {
      case START_OBJECT -> object(json);
      case START_ARRAY -> array(json);
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(json.getText());
      case VALUE_TRUE -> new Value.Bool(true);
      case VALUE_FALSE -> new Value.Bool(false);
      case VALUE_NULL -> new Value.Null();
      default -> new Value.Text(json.getText());
    };
  }

  private static Value number(String digits) throws ShapeException {
    Conversions.number(digits);
    return new Value.Numeric(digits);
  }

  private static Value object(JsonParser json) throws IOException, ShapeException {
    Map<String, Value> entries = new HashMap<>();
    for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
      json.nextToken();
      entries.put(name, value(json));
    }
    return new Value.MapOf(entries);
  }

  private static Value array(JsonParser json) throws IOException, ShapeException {
    List<Value> elements = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      elements.add(value(json));
    }
    return new Value.ListOf(elements);
  }
}
