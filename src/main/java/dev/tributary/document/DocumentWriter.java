package dev.tributary.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.tributary.change.Change;
import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import dev.tributary.change.SyncFields;
import dev.tributary.change.Value;
import dev.tributary.entity.FieldNames;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes a document: its attributes, and behind them where it came from. */
final class DocumentWriter {

  /** An emoji takes four bytes, as UTF-8 has it, not the twelve of its JSON escapes. */
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8).build();

  /** A moment as text. Most records of a read are of one second, so the last one is kept. */
  private record Moment(Instant time, String text) {
    Moment(Instant time) {
      this(time, time.toString());
    }
  }

  private static volatile Moment last = new Moment(Instant.EPOCH);

  private DocumentWriter() {}

  /**
   * @throws IOException if the item holds what JSON cannot say
   */
  static Body write(Change.Put change, Map<String, Value> attributes, List<String> omitted)
      throws IOException {
    Pieces bytes = new Pieces();
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      for (Map.Entry<String, Value> attribute : attributes.entrySet()) {
        json.writeFieldName(FieldNames.ofAttribute(attribute.getKey()));
        ValueWriter.write(attribute.getValue(), json);
      }
      writeSync(change, omitted, json);
      json.writeEndObject();
    }
    return Body.of(bytes.toByteArray());
  }

  /**
   * The generator gathers up to 8,000 bytes before it writes: most documents come in one piece,
   * which is kept as it is.
   */
  private static final class Pieces extends OutputStream {
    private byte[] only = {};
    private ByteArrayOutputStream all;

    @Override
    public void write(byte[] piece, int offset, int length) {
      if (all == null && only.length == 0) {
        only = Arrays.copyOfRange(piece, offset, offset + length);
      } else {
        gathered().write(piece, offset, length);
      }
    }

    @Override
    public void write(int one) {
      gathered().write(one);
    }

    private ByteArrayOutputStream gathered() {
      if (all == null) {
        all = new ByteArrayOutputStream(4 * only.length);
        all.writeBytes(only);
      }
      return all;
    }

    byte[] toByteArray() {
      return all == null ? only : all.toByteArray();
    }
  }

  private static void writeSync(Change.Put change, List<String> omitted, JsonGenerator json)
      throws IOException {
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
    if (!omitted.isEmpty()) {
      json.writeArrayFieldStart(SyncFields.OMITTED);
      for (String field : omitted) {
        json.writeString(field);
      }
      json.writeEndArray();
    }
    json.writeEndObject();
  }

  private static void writeStreamed(Origin.Streamed streamed, JsonGenerator json)
      throws IOException {
    json.writeStringField(SyncFields.STREAM, streamed.stream());
    json.writeStringField(SyncFields.SEQ, streamed.sequenceNumber().text());
    json.writeStringField(SyncFields.TIME, text(streamed.createdAt()));
  }

  private static String text(Instant time) {
    Moment known = last;
    if (!known.time().equals(time)) {
      known = new Moment(time);
      last = known;
    }
    return known.text();
  }
}
