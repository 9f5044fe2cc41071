package dev.tributary.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.tributary.change.Change;
import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import dev.tributary.change.SyncFields;
import dev.tributary.change.Value;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** Writes a whole item as a document, and behind its attributes where it came from. */
final class DocumentWriter {

  /** An emoji takes four bytes, as UTF-8 has it, not the twelve of its JSON escapes. */
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8).build();

  /**
   * The generator gathers up to 8,000 bytes before it writes: small documents come in one piece.
   */
  private static final int LIKELY_BYTES = 1024;

  private DocumentWriter() {}

  /**
   * @throws IOException if the item holds what JSON cannot say
   */
  static Body write(Change.Put change) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(LIKELY_BYTES);
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      for (Map.Entry<String, Value> attribute : change.item().attributes().entrySet()) {
        json.writeFieldName(FieldNames.ofAttribute(attribute.getKey()));
        ValueWriter.write(attribute.getValue(), json);
      }
      writeSync(change, json);
      json.writeEndObject();
    }
    return Body.of(bytes.toByteArray());
  }

  private static void writeSync(Change.Put change, JsonGenerator json) throws IOException {
    ItemKey key = change.key();
    json.writeObjectFieldStart(SyncFields.SYNC);
    json.writeStringField(SyncFields.TABLE, change.table());
    json.writeStringField(SyncFields.PK, key.pkText());
    Optional<String> sk = key.skText();
    if (sk.isPresent()) {
      json.writeStringField(SyncFields.SK, sk.get());
    }
    if (change.origin() instanceof Origin.Streamed streamed) {
      writeStreamed(streamed, json);
    } else {
      Origin.Read read = (Origin.Read) change.origin();
      if (read.after().isPresent()) {
        writeStreamed(read.after().get(), json);
      }
      json.writeStringField(SyncFields.READ_AT, read.readAt().toString());
    }
    json.writeEndObject();
  }

  private static void writeStreamed(Origin.Streamed streamed, JsonGenerator json)
      throws IOException {
    json.writeStringField(SyncFields.STREAM, streamed.stream());
    json.writeStringField(SyncFields.SEQ, streamed.sequenceNumber().text());
    json.writeStringField(SyncFields.TIME, streamed.createdAt().toString());
  }
}
