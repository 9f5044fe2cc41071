package dev.tributary.index;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What a field gets, as far as the config tells, and which mapped types take it. {@code MadeIT}
 * asks the server.
 */
enum Made {
  /** Whatever the item holds. */
  ANYTHING("a value"),
  /** It may well look like a number, a date or a point. */
  TEXT("a text"),
  /** A constant, or an object's text: no number. */
  WORD("a text"),
  LOWERCASE("a text in lower case"),
  EXACT_TEXT("the text of a number"),
  DATE_TIME("an ISO date-time"),
  SECONDS("seconds since 1970"),
  NUMBER("a number"),
  SORTED("a sorted list"),
  FLAG("true or false"),
  POINT("a point"),
  SHAPE("a shape");

  /** Formats that read an ISO date-time in UTC; a pattern of one's own shows that by its T. */
  private static final Pattern ISO =
      Pattern.compile(
          "(strict_)?(date_optional_time(_nanos)?|date_time_no_millis)|iso8601|.*'T'.*");

  private static final String DEFAULT_FORMAT = "strict_date_optional_time||epoch_millis";

  private final String words;

  Made(String words) {
    this.words = words;
  }

  /** In a person's words. */
  String words() {
    return words;
  }

  /** Whether a field of this mapping takes it, and for what it is. */
  boolean fits(JsonNode field) {
    MappedKind kind = MappedKind.of(field);
    if (kind == MappedKind.ALIAS) {
      return false;
    }
    // Told to ignore what it cannot read, OpenSearch takes the document, unless it is an object.
    boolean lenient =
        this != POINT && this != SHAPE && field.path("ignore_malformed").asBoolean(false);
    return (takenBy(kind) || lenient) && (kind != MappedKind.DATE || isReadBy(formats(field)));
  }

  private boolean takenBy(MappedKind kind) {
    return switch (kind) {
      case TEXT -> !isAnyOf(POINT, SHAPE);
      case NUMBER -> isAnyOf(ANYTHING, TEXT, EXACT_TEXT, SECONDS, NUMBER, SORTED);
      case SMALL_NUMBER -> isAnyOf(ANYTHING, TEXT, EXACT_TEXT, NUMBER, SORTED);
      case DATE -> !isAnyOf(LOWERCASE, FLAG, POINT, SHAPE);
      case FLAG -> !isAnyOf(DATE_TIME, SECONDS, NUMBER, POINT, SHAPE);
      case ADDRESS -> isAnyOf(ANYTHING, TEXT, WORD, LOWERCASE, SORTED);
      case POINT -> isAnyOf(ANYTHING, TEXT, WORD, POINT);
      case SHAPE -> isAnyOf(ANYTHING, TEXT, WORD, SHAPE);
      case OBJECT -> isAnyOf(ANYTHING, POINT, SHAPE);
      case ALIAS -> false;
      case OTHER -> true;
    };
  }

  private boolean isReadBy(List<String> formats) {
    if (this == DATE_TIME) {
      return formats.stream().anyMatch(format -> ISO.matcher(format).matches());
    }
    // The first format that can read it does: as milliseconds, every time lies in January 1970.
    return this != SECONDS
        || formats.stream()
            .filter(f -> f.startsWith("epoch_"))
            .limit(1)
            .toList()
            .contains("epoch_second");
  }

  private static List<String> formats(JsonNode date) {
    return Arrays.stream(format(date).split("\\|\\|")).map(String::strip).toList();
  }

  /** What a date is read by. */
  static String format(JsonNode date) {
    return date.path("format").asText(DEFAULT_FORMAT);
  }

  private boolean isAnyOf(Made... made) {
    return Arrays.asList(made).contains(this);
  }
}
