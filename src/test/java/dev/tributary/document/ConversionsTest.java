package dev.tributary.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.change.Value;
import dev.tributary.entity.Conversion;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values before and after are written as JSON. */
class ConversionsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
      date | 1760000000 | "2025-10-09T08:53:20Z"
      date | "1760000000" | "2025-10-09T08:53:20Z"
      date | -1.5 | "1969-12-31T23:59:58.500Z"
      date | 1.76E9 | "2025-10-09T08:53:20Z"
      date | [0, null] | ["1970-01-01T00:00:00Z", null]
      date | null | null
      epochSeconds | "2025-09-26" | 1758844800
      epochSeconds | "2025-09-26T14:00:00Z" | 1758895200
      epochSeconds | "2025-09-26T14:00:00.999+02:00" | 1758888000
      epochSeconds | "2025-09-26T14:00:00" | 1758895200
      number | "12.50" | 12.50
      number | " -1e5 " | -1e5
      number | "+7" | 7
      number | "12345678901234567890123456789012345678" | 12345678901234567890123456789012345678
      number | 3 | 3
      number | ["1", "2"] | [1, 2]
      text | 12345678901234567890123456789012345678 | "12345678901234567890123456789012345678"
      text | true | "true"
      text | "a" | "a"
      sorted | ["b", "a", "b"] | ["a", "b"]
      sorted | [10, 9, 9.0, 9] | [9, 9.0, 10]
      sorted | [] | []
      json | "{\\"a\\": [1, 2.50, \\"x\\", null, true, {}]}" | {"a": [1, 2.50, "x", null, true, {}]}
      json | "7" | 7
      lowercase | "ISTANBUL É" | "istanbul é"
      lowercase | ["A", ["B"]] | ["a", ["b"]]
      """)
  void aValueIsConverted(String conversion, String before, String after) throws Exception {
    assertThat(
            Conversions.convert(Conversion.of(conversion).orElseThrow(), JsonValues.read(before)))
        .isEqualTo(JsonValues.read(after));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
      date | "soon" | "soon" is no number
      date | 1760000000000 | 1760000000000 is no time in seconds since 1970 that lies in the years 0 to 9999
      date | "1E+999" | 1E+999 is no time in seconds since 1970 that lies in the years 0 to 9999
      date | "1E+999999999" | 1E+999999999 is beyond the bounds of a number
      date | "-1E-999999999" | -1E-999999999 is beyond the bounds of a number
      date | "1E-99999999999" | "1E-99999999999" is no number
      date | true | true is no text
      epochSeconds | "unknown" | "unknown" is no ISO date such as 2025-09-26 or 2025-09-26T14:00:00Z
      epochSeconds | "2025-02-30" | "2025-02-30" is no ISO date such as 2025-09-26 or 2025-09-26T14:00:00Z
      epochSeconds | 5 | 5 is no text
      number | "NaN" | "NaN" is no number
      number | "0x10" | "0x10" is no number
      number | "" | "" is no number
      number | "1E99999999999" | "1E99999999999" is no number
      number | {} | a map is no text
      text | {} | a map is no text
      sorted | "a" | "a" is no list or set to sort
      sorted | ["a", 1] | a list of more than texts alone or numbers alone has no order
      json | "" | "" is empty, not JSON
      json | "{" | "{" is not JSON: Unexpected end-of-input: expected close marker for Object (start marker at [Source: UNKNOWN; byte offset: #UNKNOWN])
      json | "1 2" | "1 2" has more text behind the JSON
      json | "{\\"a\\":1,\\"a\\":2}" | "{"a":1,"a":2}" is not JSON: Duplicate field 'a'
      json | "[1E99999999999]" | "[1E99999999999]" "1E99999999999" is no number
      lowercase | 1 | 1 is no text
      """)
  void whatCannotBeConvertedSaysWhy(String conversion, String before, String why) {
    assertThatThrownBy(
            () ->
                Conversions.convert(
                    Conversion.of(conversion).orElseThrow(), JsonValues.read(before)))
        .isInstanceOf(ShapeException.class)
        .hasMessageStartingWith(why.replaceFirst("\\(start marker.*", ""));
  }

  @Test
  void setsAreLists() throws Exception {
    assertThat(Conversions.convert(Conversion.SORTED, new Value.TextSet(List.of("b", "a"))))
        .isEqualTo(JsonValues.read("[\"a\", \"b\"]"));
    assertThat(Conversions.convert(Conversion.TEXT, new Value.NumericSet(List.of("2", "1"))))
        .isEqualTo(JsonValues.read("[\"2\", \"1\"]"));
    Value binaries = new Value.BinarySet(List.of(ByteBuffer.wrap(new byte[] {1})));
    assertThatThrownBy(() -> Conversions.convert(Conversion.TEXT, binaries))
        .hasMessage("binary is no text");
  }

  @Test
  void aHostileNumberCostsNothing() {
    Value nines = new Value.Text("9".repeat(100_000));
    assertThatThrownBy(() -> Conversions.convert(Conversion.DATE, nines))
        .hasMessageContaining("too long");
  }

  @Test
  void deeplyNestedJsonIsRefusedNotOverflowing() {
    Value deep = new Value.Text("[".repeat(200_000));
    assertThatThrownBy(() -> Conversions.convert(Conversion.JSON, deep))
        .isInstanceOf(ShapeException.class)
        .hasMessageContaining("nesting depth");
  }
}
