package dev.tributary.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.tributary.change.Value;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads values as DynamoDB writes them in JSON, {@code {"size": {"N": "3"}}}, token by token. Where
 * one is malformed is found out only then: what is well formed costs no text of its place.
 */
public final class TypedValues {

  /**
   * For answers of DynamoDB: a name has up to 64 KB there. Names are shared by all that is read,
   * but not for ever, since a map may have others in every item.
   */
  public static final JsonFactory JSON =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .streamReadConstraints(StreamReadConstraints.builder().maxNameLength(1 << 17).build())
          .build();

  private static final String FORM =
      "is not of the form {\"S\": …} with one of S N B BOOL NULL M L SS NS BS";

  private TypedValues() {}

  /**
   * The attributes of an object.
   *
   * @param json at the object's opening brace; stands at its closing one afterwards
   */
  public static Map<String, Value> attributes(JsonParser json)
      throws IOException, MalformedValueException {
    Map<String, Value> attributes = new LinkedHashMap<>();
    for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
      json.nextToken();
      try {
        attributes.put(name, value(json));
      } catch (MalformedValueException e) {
        throw e.within(name);
      }
    }
    return attributes;
  }

  private static Value value(JsonParser json) throws IOException, MalformedValueException {
    String type = json.currentToken() == JsonToken.START_OBJECT ? json.nextFieldName() : null;
    if (type == null) {
      throw new MalformedValueException("", FORM);
    }
    json.nextToken();
    Value value = value(json, type);
    if (json.nextToken() != JsonToken.END_OBJECT) {
      throw new MalformedValueException("", FORM);
    }
    return value;
  }

  private static Value value(JsonParser json, String type)
      throws IOException, MalformedValueException {
    return switch (type) {
      case "S" -> new Value.Text(text(json, type));
      case "N" -> new Value.Numeric(digits(json, type));
      case "B" -> new Value.Binary(bytes(json, type));
      case "BOOL" -> {
        boolean value = json.currentToken() == JsonToken.VALUE_TRUE;
        expect(
            value || json.currentToken() == JsonToken.VALUE_FALSE,
            json,
            "BOOL holds true or false");
        yield new Value.Bool(value);
      }
      case "NULL" -> {
        expect(json.currentToken() == JsonToken.VALUE_TRUE, json, "NULL holds true");
        yield new Value.Null();
      }
      case "M" -> {
        expect(json.currentToken() == JsonToken.START_OBJECT, json, "M holds an object");
        yield new Value.MapOf(nested(json));
      }
      case "L" -> new Value.ListOf(elements(json, type, TypedValues::value));
      case "SS" -> new Value.TextSet(elements(json, type, each -> text(each, type)));
      case "NS" -> new Value.NumericSet(elements(json, type, each -> digits(each, type)));
      case "BS" -> new Value.BinarySet(elements(json, type, each -> bytes(each, type)));
      default -> throw new MalformedValueException("", FORM);
    };
  }

  private static Map<String, Value> nested(JsonParser json)
      throws IOException, MalformedValueException {
    try {
      return attributes(json);
    } catch (MalformedValueException e) {
      throw e.within(".");
    }
  }

  @FunctionalInterface
  private interface Element<T> {
    T read(JsonParser json) throws IOException, MalformedValueException;
  }

  private static <T> List<T> elements(JsonParser json, String type, Element<T> element)
      throws IOException, MalformedValueException {
    expect(json.currentToken() == JsonToken.START_ARRAY, json, type + " holds an array");
    List<T> elements = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      try {
        elements.add(element.read(json));
      } catch (MalformedValueException e) {
        throw e.within("[" + elements.size() + "]");
      }
    }
    return elements;
  }

  private static String text(JsonParser json, String type)
      throws IOException, MalformedValueException {
    boolean isText = json.currentToken() == JsonToken.VALUE_STRING;
    String rule = type.startsWith("N") ? " holds its digits in quotes" : " holds text";
    expect(isText, json, type + rule);
    return json.getText();
  }

  private static String digits(JsonParser json, String type)
      throws IOException, MalformedValueException {
    String digits = text(json, type);
    Optional<String> fault = TableNumbers.fault(digits);
    if (fault.isPresent()) {
      throw new MalformedValueException("", "'%s' %s".formatted(digits, fault.get()));
    }
    return digits;
  }

  private static ByteBuffer bytes(JsonParser json, String type)
      throws IOException, MalformedValueException {
    String base64 = text(json, type);
    try {
      return ByteBuffer.wrap(Base64.getDecoder().decode(base64));
    } catch (IllegalArgumentException e) {
      throw new MalformedValueException("", "binary is written in base64, and this is not");
    }
  }

  private static void expect(boolean fits, JsonParser json, String rule)
      throws IOException, MalformedValueException {
    if (!fits) {
      String here = json.currentToken() == null ? "nothing" : describe(json);
      throw new MalformedValueException("", "%s, and here it holds %s".formatted(rule, here));
    }
  }

  /** With its article, for messages. */
  private static String describe(JsonParser json) throws IOException {
    return switch (json.currentToken()) {
      case VALUE_STRING -> "a text";
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
      case START_OBJECT -> "an object";
      case START_ARRAY -> "an array";
      default -> json.getText();
    };
  }
}
