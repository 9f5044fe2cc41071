package dev.tributary.enrich.events;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tributary.enrich.events.Told.Named;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads S3's event notifications, as S3 sends them, as SNS wraps them, and as EventBridge tells
 * them. Every event that names an object counts, whatever has happened to it: looking once too
 * often does no harm.
 */
final class EventReader {

  /** SQS takes no more bytes than this, so no message has more characters. */
  static final int MOST_CHARS = 1 << 20;

  static final int MOST_DEPTH = 32;

  private static final String TEST = "s3:TestEvent";

  private static final JsonMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(MOST_DEPTH).build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private EventReader() {}

  static Told read(String body) {
    try {
      return new Told.Touched(objects(body, true));
    } catch (UnreadableException e) {
      return new Told.Unreadable(e.getMessage());
    }
  }

  private static List<Named> objects(String body, boolean mayBeWrapped) throws UnreadableException {
    JsonNode message = parsed(body);
    if (message.path("Records").isArray()) {
      return records(message.path("Records"));
    }
    if (message.has("detail-type") && message.path("detail").isObject()) {
      JsonNode detail = message.path("detail");
      return List.of(
          new Named(text(detail, "/bucket/name", "detail"), text(detail, "/object/key", "detail")));
    }
    if (TEST.equals(message.path("Event").textValue())) {
      return List.of();
    }
    if (mayBeWrapped && message.path("Message").isTextual()) {
      return objects(message.path("Message").textValue(), false);
    }
    throw new UnreadableException(
        "it is no event notification of S3, neither as it is nor by SNS or EventBridge");
  }

  private static List<Named> records(JsonNode records) throws UnreadableException {
    List<Named> objects = new ArrayList<>(records.size());
    for (JsonNode record : records) {
      String where = "Records[" + objects.size() + "]";
      objects.add(
          new Named(
              text(record, "/s3/bucket/name", where),
              decoded(text(record, "/s3/object/key", where), where)));
    }
    return objects;
  }

  private static JsonNode parsed(String body) throws UnreadableException {
    if (body.length() > MOST_CHARS) {
      throw new UnreadableException(
          "it has %d characters; SQS has no messages over %d".formatted(body.length(), MOST_CHARS));
    }
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException e) {
      // Not the parser's own words: they would repeat the body's.
      throw new UnreadableException(
          e.getLocation() == null
              ? "it is not JSON"
              : "it is not JSON of at most %d levels, at line %d, column %d"
                  .formatted(
                      MOST_DEPTH, e.getLocation().getLineNr(), e.getLocation().getColumnNr()));
    }
  }

  private static String text(JsonNode node, String path, String where) throws UnreadableException {
    String text = node.at(path).textValue();
    if (text == null || text.isEmpty()) {
      throw new UnreadableException("it has no " + where + path.replace('/', '.'));
    }
    return text;
  }

  /** S3 encodes keys as forms do, with a plus for a space. EventBridge leaves them as they are. */
  private static String decoded(String key, String where) throws UnreadableException {
    try {
      return URLDecoder.decode(key, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new UnreadableException(
          where
              + ".s3.object.key has a % that starts no escape; S3 encodes the keys of its events");
    }
  }

  private static final class UnreadableException extends Exception {
    UnreadableException(String reason) {
      // Anyone may be able to send messages: a stack trace for each would cost more than reading.
      super(reason, null, false, false);
    }
  }
}
