package dev.tributary.document;

import dev.tributary.change.Value;
import dev.tributary.entity.Conversion;
import dev.tributary.entity.Criterion;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What a value becomes by a {@link Conversion}. Nothing stays nothing, and in lists each element is
 * converted.
 */
final class Conversions {

  private static final BigDecimal YEAR_0 =
      BigDecimal.valueOf(LocalDate.of(0, 1, 1).atStartOfDay().toEpochSecond(ZoneOffset.UTC));
  private static final BigDecimal YEAR_10000 =
      BigDecimal.valueOf(LocalDate.of(10_000, 1, 1).atStartOfDay().toEpochSecond(ZoneOffset.UTC));

  /** DynamoDB's own numbers have 38 digits, and exponents up to 130. */
  private static final int MOST_DIGITS = 1000;

  private Conversions() {}

  static Value convert(Conversion conversion, Value value) throws ShapeException {
    if (conversion == Conversion.COPY || value instanceof Value.Null) {
      return value;
    }
    if (conversion == Conversion.SORTED) {
      return sorted(value);
    }
    if (!isList(value)) {
      return one(conversion, value);
    }
    List<Value> converted = new ArrayList<>();
    for (Value element : elements(value)) {
      converted.add(convert(conversion, element));
    }
    return new Value.ListOf(converted);
  }

  private static Value one(Conversion conversion, Value value) throws ShapeException {
    return switch (conversion) {
      case DATE -> new Value.Text(date(number(value)).toString());
      case EPOCH_SECONDS -> new Value.Numeric(String.valueOf(epochSeconds(text(value))));
      case NUMBER -> new Value.Numeric(digits(value));
      case TEXT -> exactText(value);
      case JSON -> json(value);
      case LOWERCASE -> new Value.Text(text(value).toLowerCase(Locale.ROOT));
      case COPY, SORTED -> throw new IllegalStateException("no conversion of one value");
    };
  }

  private static Instant date(BigDecimal seconds) throws ShapeException {
    if (seconds.compareTo(YEAR_0) < 0 || seconds.compareTo(YEAR_10000) >= 0) {
      throw new ShapeException(
          seconds + " is no time in seconds since 1970 that lies in the years 0 to 9999");
    }
    BigDecimal whole = seconds.setScale(0, RoundingMode.FLOOR);
    return Instant.ofEpochSecond(
        whole.longValueExact(), seconds.subtract(whole).movePointRight(9).longValue());
  }

  private static long epochSeconds(String text) throws ShapeException {
    try {
      if (text.indexOf('T') < 0) {
        return LocalDate.parse(text).atStartOfDay().toEpochSecond(ZoneOffset.UTC);
      }
      TemporalAccessor time =
          DateTimeFormatter.ISO_DATE_TIME.parseBest(
              text, OffsetDateTime::from, LocalDateTime::from);
      return time instanceof OffsetDateTime there
          ? there.toEpochSecond()
          : ((LocalDateTime) time).toEpochSecond(ZoneOffset.UTC);
    } catch (DateTimeException e) {
      throw new ShapeException(
          show(text) + " is no ISO date such as 2025-09-26 or" + " 2025-09-26T14:00:00Z");
    }
  }

  static BigDecimal number(Value value) throws ShapeException {
    return number(digits(value));
  }

  /** Only numbers that can be calculated with: some short texts hold a number of gigabytes. */
  static BigDecimal number(String digits) throws ShapeException {
    if (digits.length() > MOST_DIGITS) {
      throw new ShapeException("a number of " + digits.length() + " characters is too long");
    }
    try {
      BigDecimal number = new BigDecimal(digits);
      if (Math.abs((long) number.scale()) <= MOST_DIGITS) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw new ShapeException(show(digits) + " is no number");
    }
    throw new ShapeException(digits + " is beyond the bounds of a number");
  }

  private static String digits(Value value) throws ShapeException {
    if (value instanceof Value.Numeric number) {
      return number.digits();
    }
    String text = text(value).strip();
    number(text);
    return JsonNumbers.of(text);
  }

  private static Value exactText(Value value) throws ShapeException {
    if (value instanceof Value.Numeric number) {
      return new Value.Text(number.digits());
    }
    return value instanceof Value.Bool bool
        ? new Value.Text(String.valueOf(bool.value()))
        : new Value.Text(text(value));
  }

  private static Value json(Value value) throws ShapeException {
    String text = text(value);
    try {
      return JsonValues.read(text);
    } catch (ShapeException e) {
      throw new ShapeException(show(text) + " " + e.getMessage());
    }
  }

  private static Value sorted(Value value) throws ShapeException {
    if (!isList(value)) {
      throw new ShapeException(Criterion.show(value) + " is no list or set to sort");
    }
    List<Value> elements = elements(value);
    if (elements.stream().allMatch(Value.Text.class::isInstance)) {
      return new Value.ListOf(
          elements.stream()
              .sorted(Comparator.comparing(e -> ((Value.Text) e).text()))
              .distinct()
              .toList());
    }
    List<BigDecimal> numbers = new ArrayList<>();
    for (Value element : elements) {
      if (!(element instanceof Value.Numeric)) {
        throw new ShapeException("a list of more than texts alone or numbers alone has no order");
      }
      numbers.add(number(element));
    }
    return new Value.ListOf(
        numbers.stream()
            .sorted()
            .map(n -> (Value) new Value.Numeric(JsonNumbers.of(n.toString())))
            .distinct()
            .toList());
  }

  static boolean isList(Value value) {
    return value instanceof Value.ListOf
        || value instanceof Value.TextSet
        || value instanceof Value.NumericSet
        || value instanceof Value.BinarySet;
  }

  /** The elements of a list or set. */
  static List<Value> elements(Value value) {
    if (value instanceof Value.ListOf list) {
      return list.elements();
    }
    Stream<Value> elements =
        value instanceof Value.TextSet texts
            ? texts.elements().stream().map(Value.Text::new)
            : value instanceof Value.NumericSet numbers
                ? numbers.elements().stream().map(Value.Numeric::new)
                : ((Value.BinarySet) value).elements().stream().map(Value.Binary::new);
    return elements.toList();
  }

  private static String text(Value value) throws ShapeException {
    if (value instanceof Value.Text text) {
      return text.text();
    }
    throw new ShapeException(Criterion.show(value) + " is no text");
  }

  private static String show(String text) {
    return Criterion.show(new Value.Text(text));
  }
}
