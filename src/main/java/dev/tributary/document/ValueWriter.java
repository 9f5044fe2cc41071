package dev.tributary.document;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tributary.change.Value;
import dev.tributary.entity.FieldNames;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * DynamoDB's ten types as JSON. Numbers keep all their digits, bytes become base64 as OpenSearch's
 * binary fields take it, and sets become sorted arrays: DynamoDB gives a set in any order, and the
 * same item should be the same document.
 */
final class ValueWriter {

  private ValueWriter() {}

  static void write(Value value, JsonGenerator json) throws IOException {
    if (value instanceof Value.Text text) {
      json.writeString(text.text());
    } else if (value instanceof Value.Numeric number) {
      json.writeNumber(JsonNumbers.of(number.digits()));
    } else if (value instanceof Value.Bool bool) {
      json.writeBoolean(bool.value());
    } else if (value instanceof Value.Null) {
      json.writeNull();
    } else if (value instanceof Value.MapOf map) {
      writeMap(map.entries(), json);
    } else if (value instanceof Value.ListOf list) {
      writeList(list.elements(), json);
    } else if (value instanceof Value.Binary binary) {
      json.writeString(base64(binary.bytes()));
    } else if (value instanceof Value.TextSet set) {
      writeTexts(set.elements().stream().sorted().toList(), json);
    } else if (value instanceof Value.NumericSet set) {
      writeNumbers(set.elements(), json);
    } else {
      Value.BinarySet set = (Value.BinarySet) value;
      writeTexts(set.elements().stream().map(ValueWriter::base64).sorted().toList(), json);
    }
  }

  private static void writeMap(Map<String, Value> entries, JsonGenerator json) throws IOException {
    json.writeStartObject();
    for (Map.Entry<String, Value> entry : entries.entrySet()) {
      json.writeFieldName(FieldNames.ofEntry(entry.getKey()));
      write(entry.getValue(), json);
    }
    json.writeEndObject();
  }

  private static void writeList(List<Value> elements, JsonGenerator json) throws IOException {
    json.writeStartArray();
    for (Value element : elements) {
      write(element, json);
    }
    json.writeEndArray();
  }

  private static void writeNumbers(List<String> elements, JsonGenerator json) throws IOException {
    json.writeStartArray();
    for (String digits : elements.stream().sorted(Comparator.comparing(BigDecimal::new)).toList()) {
      json.writeNumber(JsonNumbers.of(digits));
    }
    json.writeEndArray();
  }

  private static void writeTexts(List<String> elements, JsonGenerator json) throws IOException {
    json.writeStartArray();
    for (String element : elements) {
      json.writeString(element);
    }
    json.writeEndArray();
  }

  private static String base64(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    return Base64.getEncoder().encodeToString(copy);
  }
}
