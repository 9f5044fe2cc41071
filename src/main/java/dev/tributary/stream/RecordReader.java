package dev.tributary.stream;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.tributary.change.Value;
import dev.tributary.document.MalformedValueException;
import dev.tributary.document.TypedValues;
import dev.tributary.table.OwnReading;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the answer of one GetRecords, token by token, and leaves to the SDK where the next read
 * begins. A record that is not as it should be does not harm the others.
 */
final class RecordReader implements OwnReading.Reader {

  private List<ReadRecord> records = List.of();

  /** What was read; nothing if it was left to the SDK, which has them then. */
  List<ReadRecord> records() {
    return records;
  }

  @Override
  public InputStream read(InputStream body) throws IOException {
    records = List.of();
    List<ReadRecord> read = new ArrayList<>();
    ByteArrayOutputStream left = new ByteArrayOutputStream();
    try (JsonParser json = TypedValues.JSON.createParser(body);
        var next = TypedValues.JSON.createGenerator(left)) {
      json.disable(JsonParser.Feature.AUTO_CLOSE_SOURCE);
      expect(json.nextToken() == JsonToken.START_OBJECT, json);
      next.writeStartObject();
      for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
        json.nextToken();
        if (name.equals("Records")) {
          readRecords(json, read);
        } else {
          next.writeFieldName(name);
          next.copyCurrentStructure(json);
        }
      }
      expect(json.currentToken() == JsonToken.END_OBJECT, json);
      next.writeEndObject();
    }
    records = read;
    return new ByteArrayInputStream(left.toByteArray());
  }

  private static void readRecords(JsonParser json, List<ReadRecord> read) throws IOException {
    expect(json.currentToken() == JsonToken.START_ARRAY, json);
    while (json.nextToken() != JsonToken.END_ARRAY) {
      expect(json.currentToken() == JsonToken.START_OBJECT, json);
      read.add(new OneRecord(json).read());
    }
  }

  private static void expect(boolean fits, JsonParser json) throws IOException {
    if (!fits) {
      throw new IOException(
          "it is no list of records, at byte " + json.currentLocation().getByteOffset());
    }
  }

  /** What is known so far of the record whose turn it is. */
  private static final class OneRecord {
    private final JsonParser json;
    private String event;
    private String sequenceNumber;
    private Instant createdAt;
    private Map<String, Value> keys = Map.of();
    private Optional<Map<String, Value>> newImage = Optional.empty();
    private String view;
    private String userType;
    private String user;
    private Long bytes;
    private RuntimeException fault;

    OneRecord(JsonParser json) {
      this.json = json;
    }

    ReadRecord read() throws IOException {
      for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
        boolean object = json.nextToken() == JsonToken.START_OBJECT;
        switch (name) {
          case "eventName" -> event = text();
          case "dynamodb" -> {
            if (object) {
              readStream();
            } else {
              json.skipChildren();
            }
          }
          case "userIdentity" -> {
            if (object) {
              readUser();
            } else {
              json.skipChildren();
            }
          }
          default -> json.skipChildren();
        }
      }
      return new ReadRecord(
          "REMOVE".equals(event),
          sequenceNumber,
          createdAt,
          keys,
          newImage,
          view,
          ReadRecord.isExpiry(userType, user),
          bytes,
          fault);
    }

    private void readStream() throws IOException {
      for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
        json.nextToken();
        switch (name) {
          case "ApproximateCreationDateTime" -> createdAt = moment();
          case "Keys" -> keys = attributes().orElse(Map.of());
          case "NewImage" -> newImage = attributes();
          case "SequenceNumber" -> sequenceNumber = text();
          case "SizeBytes" -> bytes = number();
          case "StreamViewType" -> view = text();
          default -> json.skipChildren();
        }
      }
    }

    private void readUser() throws IOException {
      for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
        json.nextToken();
        switch (name) {
          case "Type" -> userType = text();
          case "PrincipalId" -> user = text();
          default -> json.skipChildren();
        }
      }
    }

    /** Null for whatever is no text. */
    private String text() throws IOException {
      json.skipChildren();
      return json.currentToken() == JsonToken.VALUE_STRING ? json.getText() : null;
    }

    /** Null for whatever is no whole number. */
    private Long number() throws IOException {
      json.skipChildren();
      return json.currentToken() == JsonToken.VALUE_NUMBER_INT ? json.getLongValue() : null;
    }

    /** In seconds, with or without a fraction. */
    private Instant moment() throws IOException {
      if (json.currentToken() == JsonToken.VALUE_NUMBER_INT) {
        return Instant.ofEpochSecond(json.getLongValue());
      }
      if (json.currentToken() == JsonToken.VALUE_NUMBER_FLOAT) {
        return Instant.ofEpochMilli(json.getDecimalValue().movePointRight(3).longValue());
      }
      json.skipChildren();
      return null;
    }

    private Optional<Map<String, Value>> attributes() throws IOException {
      if (json.currentToken() != JsonToken.START_OBJECT) {
        json.skipChildren();
        return Optional.empty();
      }
      int inside = json.getParsingContext().getNestingDepth();
      try {
        return Optional.of(TypedValues.attributes(json));
      } catch (MalformedValueException e) {
        fault = new IllegalArgumentException("the attribute " + e.getMessage(), e);
        while (json.getParsingContext().getNestingDepth() >= inside) {
          expect(json.nextToken() != null, json);
        }
        return Optional.empty();
      }
    }
  }
}
