package dev.tributary.explain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.change.Item;
import dev.tributary.change.SequenceNumber;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/** A stream record, as Lambda logs it and {@code aws dynamodbstreams get-records} prints it. */
final class RecordJson {
  private static final BigDecimal MOST_SECONDS = BigDecimal.valueOf(100_000_000_000L);

  private RecordJson() {}

  static boolean isRecord(JsonNode json) {
    return json.path("dynamodb").path("Keys").isObject();
  }

  static Given.StreamRecord read(JsonNode json, String path) throws InvalidInputException {
    JsonNode record = json.get("dynamodb");
    String event = json.path("eventName").asText();
    boolean removed = event.equals("REMOVE");
    if (!removed && !event.equals("INSERT") && !event.equals("MODIFY")) {
      throw new InvalidInputException(
          path + "eventName: '%s' is not one of INSERT, MODIFY, REMOVE".formatted(event));
    }
    Optional<Item> after = image(record, "NewImage", path);
    if (!removed && after.isEmpty()) {
      throw new InvalidInputException(
          path + "dynamodb.NewImage: missing; the table needs a stream of NEW_AND_OLD_IMAGES");
    }
    return new Given.StreamRecord(
        image(record, "Keys", path).orElseThrow(),
        removed ? Optional.empty() : after,
        image(record, "OldImage", path),
        removed
            && json.path("userIdentity")
                .path("principalId")
                .asText()
                .equals("dynamodb.amazonaws.com"),
        Optional.of(json.path("eventSourceARN").asText()).filter(arn -> !arn.isEmpty()),
        sequenceNumber(record.path("SequenceNumber"), path),
        createdAt(record.path("ApproximateCreationDateTime"), path));
  }

  private static Optional<Item> image(JsonNode record, String name, String path)
      throws InvalidInputException {
    JsonNode image = record.path(name);
    return image.isObject()
        ? Optional.of(new Item(TypedJson.attributes(image, path + "dynamodb." + name + ".")))
        : Optional.empty();
  }

  private static Optional<SequenceNumber> sequenceNumber(JsonNode json, String path)
      throws InvalidInputException {
    if (json.isMissingNode() || json.isNull()) {
      return Optional.empty();
    }
    try {
      return Optional.of(SequenceNumber.of(json.asText()));
    } catch (NumberFormatException e) {
      throw new InvalidInputException(
          path + "dynamodb.SequenceNumber: '%s' is not made of digits".formatted(json.asText()));
    }
  }

  /** Lambda writes seconds, with or without a fraction; the command line of AWS writes a date. */
  private static Optional<Instant> createdAt(JsonNode json, String path)
      throws InvalidInputException {
    if (json.isMissingNode() || json.isNull()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          json.isNumber()
              ? ofSeconds(new BigDecimal(json.asText()))
              : OffsetDateTime.parse(json.asText()).toInstant());
    } catch (DateTimeException e) {
      throw new InvalidInputException(
          path
              + "dynamodb.ApproximateCreationDateTime: '%s' is neither seconds since 1970 nor a date such as 2025-10-09T08:53:20Z"
                  .formatted(json.asText()));
    }
  }

  /** Other tools write milliseconds: better refused than taken for a year far away. */
  private static Instant ofSeconds(BigDecimal seconds) {
    if (seconds.compareTo(MOST_SECONDS) > 0) {
      throw new DateTimeException("not in seconds: " + seconds);
    }
    return Instant.ofEpochSecond(seconds.longValue());
  }
}
