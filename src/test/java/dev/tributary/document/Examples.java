package dev.tributary.document;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tributary.change.Change;
import dev.tributary.change.Item;
import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import dev.tributary.change.SequenceNumber;
import dev.tributary.change.Value;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Changes to try things on, and a reader that loses no digit and takes no field twice. */
final class Examples {

  static final ItemKey KEY = ItemKey.of(new Value.Text("PLACE#1"), new Value.Text("META"));

  static final Origin.Streamed STREAMED =
      new Origin.Streamed(
          "arn:aws:dynamodb:eu-west-1:111122223333:table/Places/stream/2025-01-01T00:00:00.000",
          SequenceNumber.of("111500000000006077105867"),
          Instant.parse("2025-09-26T12:00:00Z"));

  private static final JsonMapper EXACT =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .build();

  private Examples() {}

  static Change.Put put(Map<String, Value> attributes) {
    return put(KEY, STREAMED, attributes);
  }

  static Change.Put put(ItemKey key, Origin origin, Map<String, Value> attributes) {
    return new Change.Put("Places", key, origin, new Item(attributes), Optional.empty());
  }

  static Change.Remove remove() {
    return new Change.Remove("Places", KEY, STREAMED, Optional.empty(), false);
  }

  static JsonNode parsed(Body body) {
    try {
      return EXACT.readTree(body.bytes());
    } catch (IOException e) {
      throw new UncheckedIOException(body.toString(), e);
    }
  }

  /** The whole item as a document. */
  static Body written(Change.Put put) throws IOException {
    return DocumentWriter.write(put, put.item().attributes(), List.of());
  }
}
