package dev.tributary.explain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.change.Item;
import dev.tributary.change.SequenceNumber;
import dev.tributary.change.Value;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class GivenReaderTest {

  private static Given read(String json, Format... told) throws InvalidInputException {
    return GivenReader.read(
        "-", new ByteArrayInputStream(json.getBytes(UTF_8)), List.of(told).stream().findFirst());
  }

  private static Given.Single single(String json, Format... told) throws InvalidInputException {
    return (Given.Single) read(json, told);
  }

  private static Given.StreamRecord record(String json) throws InvalidInputException {
    return (Given.StreamRecord) read(json);
  }

  @Test
  void everyTypeOfDynamoDbIsRead() throws InvalidInputException {
    Given.Single given =
        single(
            """
            {"s": {"S": "é"}, "n": {"N": "-1.50"}, "b": {"B": "AQI="}, "yes": {"BOOL": true},
             "nothing": {"NULL": true}, "m": {"M": {"S": {"S": "x"}}}, "l": {"L": [{"N": "1"}, {"L": []}]},
             "ss": {"SS": ["a", "b"]}, "ns": {"NS": ["2", "1"]}, "bs": {"BS": ["AQI="]}}
            """);
    ByteBuffer bytes = ByteBuffer.wrap(new byte[] {1, 2});
    assertThat(given.format()).isEqualTo(Format.DYNAMODB);
    assertThat(given.item().attributes())
        .containsExactly(
            Map.entry("s", new Value.Text("é")),
            Map.entry("n", new Value.Numeric("-1.50")),
            Map.entry("b", new Value.Binary(bytes)),
            Map.entry("yes", new Value.Bool(true)),
            Map.entry("nothing", new Value.Null()),
            Map.entry("m", new Value.MapOf(Map.of("S", new Value.Text("x")))),
            Map.entry(
                "l",
                new Value.ListOf(List.of(new Value.Numeric("1"), new Value.ListOf(List.of())))),
            Map.entry("ss", new Value.TextSet(List.of("a", "b"))),
            Map.entry("ns", new Value.NumericSet(List.of("2", "1"))),
            Map.entry("bs", new Value.BinarySet(List.of(bytes))));
  }

  @Test
  void plainJsonIsReadAsItIsWritten() throws InvalidInputException {
    Given.Single given =
        single(
            """
            {"name": "Azul", "loc": {"lat": 20.6226}, "tags": ["a", 1, true, null, []], "open": false}
            """);
    assertThat(given.format()).isEqualTo(Format.PLAIN);
    assertThat(given.item().attributes())
        .containsExactly(
            Map.entry("name", new Value.Text("Azul")),
            Map.entry("loc", new Value.MapOf(Map.of("lat", new Value.Numeric("20.6226")))),
            Map.entry(
                "tags",
                new Value.ListOf(
                    List.of(
                        new Value.Text("a"),
                        new Value.Numeric("1"),
                        new Value.Bool(true),
                        new Value.Null(),
                        new Value.ListOf(List.of())))),
            Map.entry("open", new Value.Bool(false)));
  }

  @Test
  void plainJsonHasSetsAndBytesOfItsOwn() throws InvalidInputException {
    assertThat(
            single(
                    "{\"t\": {\"$set\": [\"b\", \"a\"]}, \"n\": {\"$set\": [2, 1]}, \"b\": {\"$bytes\": \"AQI=\"}}")
                .item()
                .attributes())
        .containsExactly(
            Map.entry("t", new Value.TextSet(List.of("b", "a"))),
            Map.entry("n", new Value.NumericSet(List.of("2", "1"))),
            Map.entry("b", new Value.Binary(ByteBuffer.wrap(new byte[] {1, 2}))));
    for (String wrong : List.of("[]", "[1, \"a\"]", "[true]", "\"a\"")) {
      assertThatThrownBy(() -> read("{\"t\": {\"$set\": " + wrong + "}}"))
          .hasMessage(
              "standard input  t: $set holds an array of one or more texts, or of one or more numbers");
    }
    assertThatThrownBy(() -> read("{\"b\": {\"$bytes\": \"%\"}}"))
        .hasMessage("standard input  b: binary is written in base64, and this is not");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "12345678901234567890123456789012345678",
        "-0.12345678901234567890123456789012345678",
        "9.9999999999999999999999999999999999999E+125",
        "1E-130",
        "1.10",
        "0"
      })
  void numbersKeepAllTheirDigits(String digits) throws InvalidInputException {
    Value expected = new Value.Numeric(digits);
    assertThat(single("{\"n\": %s}".formatted(digits)).item().attributes())
        .containsEntry("n", expected);
    assertThat(single("{\"n\": {\"N\": \"%s\"}}".formatted(digits)).item().attributes())
        .containsEntry("n", expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
      123456789012345678901234567890123456789 | has more than 38 digits, which DynamoDB does not take
      1E126  | is outside of what DynamoDB takes, 1E-130 to 9.9E+125
      1E-131 | is outside of what DynamoDB takes, 1E-130 to 9.9E+125
      """)
  void aNumberThatDynamoDbWouldRefuseIsRefused(String digits, String reason) {
    assertThatThrownBy(() -> read("{\"a\": {\"n\": [1, %s]}}".formatted(digits)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("standard input  a.n[1]: '")
        .hasMessageEndingWith(reason);
    assertThatThrownBy(() -> read("{\"a\": {\"N\": \"%s\"}}".formatted(digits)))
        .hasMessage("standard input  a: '%s' %s", digits, reason);
  }

  /** Each of them has a top-level value that no tool of DynamoDB writes. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"PK\": \"a\", \"n\": {\"S\": \"x\"}}",
        "{\"PK\": {\"S\": \"a\"}, \"n\": {}}",
        "{\"PK\": {\"S\": \"a\"}, \"n\": {\"S\": \"x\", \"N\": \"1\"}}",
        "{\"PK\": {\"S\": \"a\"}, \"n\": {\"s\": \"x\"}}",
        "{}"
      })
  void whatIsNotTypedThroughoutIsPlain(String json) throws InvalidInputException {
    assertThat(single(json).format()).isEqualTo(Format.PLAIN);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
      {"n": {"N": 5}}               | n: N holds its digits in quotes, and here it holds a number
      {"n": {"N": "five"}}          | n: 'five' is not a number
      {"s": {"S": null}}            | s: S holds text, and here it holds null
      {"b": {"B": "%"}}             | b: binary is written in base64, and this is not
      {"b": {"BOOL": "true"}}       | b: BOOL holds true or false, and here it holds a text
      {"x": {"NULL": false}}        | x: NULL holds true, and here it holds false
      {"m": {"M": [1]}}             | m: M holds an object, and here it holds an array
      {"m": {"M": {"a": 1}}}        | m.a: is not of the form {"S": …} with one of S N B BOOL NULL M L SS NS BS
      {"l": {"L": {"S": "x"}}}      | l: L holds an array, and here it holds an object
      {"l": {"L": [{"S": "x"}, 1]}} | l[1]: is not of the form {"S": …} with one of S N B BOOL NULL M L SS NS BS
      {"s": {"SS": ["a", 1]}}       | s[1]: SS holds text, and here it holds a number
      {"n": {"NS": ["1", "x"]}}     | n[1]: 'x' is not a number
      """)
  void aMistakeInDynamoDbJsonIsNotTakenForPlainJson(String json, String problem) {
    assertThatThrownBy(() -> read(json)).hasMessage("standard input  " + problem);
  }

  @Test
  void theFormatCanBeTold() throws InvalidInputException {
    String json = "{\"a\": {\"S\": \"x\"}}";
    assertThat(single(json, Format.PLAIN).item().attributes())
        .containsEntry("a", new Value.MapOf(Map.of("S", new Value.Text("x"))));
    assertThatThrownBy(() -> read("{\"a\": \"x\"}", Format.DYNAMODB))
        .hasMessageStartingWith("standard input  a: is not of the form {\"S\": …}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"Item\": {\"PK\": {\"S\": \"a\"}}}",
        "{\"Item\": {\"PK\": {\"S\": \"a\"}}, \"ConsumedCapacity\": {\"TableName\": \"t\"}}",
        "{\"Items\": [{\"PK\": {\"S\": \"a\"}}], \"Count\": 1, \"ScannedCount\": 1}",
        "{\"Key\": {\"PK\": {\"S\": \"a\"}}, \"TableName\": \"t\"}",
        "{\"Item\": {\"PK\": \"a\"}}",
        "{\"PK\": \"a\"}"
      })
  void whatToolsPutAroundAnItemIsTakenOff(String json) throws InvalidInputException {
    assertThat(single(json).item().attributes()).isEqualTo(Map.of("PK", new Value.Text("a")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"PK\": \"a\", \"Item\": {\"b\": 1}}",
        "{\"PK\": {\"S\": \"a\"}, \"Item\": {\"M\": {\"b\": {\"N\": \"1\"}}}}"
      })
  void anAttributeOfAWrappersNameIsNoWrapper(String json) throws InvalidInputException {
    assertThat(single(json).item().attributes()).containsOnlyKeys("PK", "Item");
  }

  @Test
  void aKeyOfThatNameIsNoWrapper() throws InvalidInputException {
    assertThat(single("{\"Key\": {\"S\": \"a\"}}").item().attributes())
        .containsOnly(Map.entry("Key", new Value.Text("a")));
  }

  @Test
  void ofSeveralItemsOneMustBeChosen() {
    assertThatThrownBy(() -> read("{\"Items\": [{\"a\": 1}, {\"a\": 2}]}"))
        .hasMessage("standard input  Items: holds 2 of them; keep one");
    assertThatThrownBy(() -> read("{\"Items\": []}"))
        .hasMessage("standard input  Items: holds 0 of them; keep one");
    assertThatThrownBy(() -> read("{\"Items\": [1]}"))
        .hasMessage("standard input  Items: holds a number; an item is an object: {…}");
  }

  private static final String RECORD =
      """
      {"Records": [{"eventID": "1", "eventName": "MODIFY", "eventSource": "aws:dynamodb",
        "dynamodb": {"ApproximateCreationDateTime": 1760000000.0, "SequenceNumber": "111500000000006077105867",
          "Keys": {"PK": {"S": "a"}}, "NewImage": {"PK": {"S": "a"}, "n": {"N": "2"}},
          "OldImage": {"PK": {"S": "a"}, "n": {"N": "1"}}, "StreamViewType": "NEW_AND_OLD_IMAGES"},
        "eventSourceARN": "arn:aws:dynamodb:eu-west-1:111122223333:table/t/stream/2025-01-01T00:00:00.000"}]}
      """;

  @Test
  void aRecordAsLambdaLogsItIsReadWhole() throws InvalidInputException {
    assertThat(record(RECORD))
        .isEqualTo(
            new Given.StreamRecord(
                new Item(Map.of("PK", new Value.Text("a"))),
                Optional.of(
                    new Item(Map.of("PK", new Value.Text("a"), "n", new Value.Numeric("2")))),
                Optional.of(
                    new Item(Map.of("PK", new Value.Text("a"), "n", new Value.Numeric("1")))),
                false,
                Optional.of(
                    "arn:aws:dynamodb:eu-west-1:111122223333:table/t/stream/2025-01-01T00:00:00.000"),
                Optional.of(SequenceNumber.of("111500000000006077105867")),
                Optional.of(Instant.ofEpochSecond(1760000000))));
  }

  @Test
  void aRemovalHasNoNewImageAndMayBeAnExpiry() throws InvalidInputException {
    String removal = RECORD.replace("MODIFY", "REMOVE").replace("NewImage", "Ignored");
    assertThat(record(removal).after()).isEmpty();
    assertThat(record(removal).expired()).isFalse();
    String expiry =
        removal.replace(
            "\"eventID\": \"1\"",
            "\"userIdentity\": {\"type\": \"Service\", \"principalId\": \"dynamodb.amazonaws.com\"}");
    assertThat(record(expiry).expired()).isTrue();
  }

  @Test
  void timesAsTheCommandLineOfAwsPrintsThemAreRead() throws InvalidInputException {
    String json = RECORD.replace("1760000000.0", "\"2025-10-09T10:53:20+02:00\"");
    assertThat(record(json).createdAt()).contains(Instant.ofEpochSecond(1760000000));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
      "MODIFY"     | "CHANGE"    | eventName: 'CHANGE' is not one of INSERT, MODIFY, REMOVE
      "eventName"  | "event"     | eventName: '' is not one of INSERT, MODIFY, REMOVE
      "NewImage"   | "newImage"  | dynamodb.NewImage: missing; the table needs a stream of NEW_AND_OLD_IMAGES
      1760000000.0 | "yesterday" | dynamodb.ApproximateCreationDateTime: 'yesterday' is neither seconds since 1970 nor a date such as 2025-10-09T08:53:20Z
      1760000000.0 | 1760000000000 | dynamodb.ApproximateCreationDateTime: '1760000000000' is neither seconds since 1970 nor a date such as 2025-10-09T08:53:20Z
      "111500000000006077105867" | "x1" | dynamodb.SequenceNumber: 'x1' is not made of digits
      "N": "2"     | "N": 2      | dynamodb.NewImage.n: N holds its digits in quotes, and here it holds a number
      """)
  void aBrokenRecordIsRefused(String right, String wrong, String problem) {
    assertThat(RECORD).contains(right);
    assertThatThrownBy(() -> read(RECORD.replace(right, wrong)))
        .hasMessage("standard input  Records." + problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
      {"a": 1,↵ "b": }        | :2:7  not valid JSON: Unexpected character ('}' (code 125)): expected a value
      {"a":↵ {"b": 1          | :2:9  not valid JSON: Unexpected end-of-input: expected close marker for Object, opened in line 2
      {"a": 1, "a": 2}        | :1:13  not valid JSON: Duplicate field 'a'
      {"a": 1}↵{"a": 2}       | :2:1  more follows behind the first value; keep one
      {"a": 1E99999999999}    | holds a number whose exponent is beyond all bounds
      {"a": NaN}              | :1:10  not valid JSON: Non-standard token 'NaN'
      [1]                     | holds an array; an item is an object: {…}
      "x"                     | holds a text; an item is an object: {…}
      ` `                     | is empty; put an item in it, as JSON
      """)
  void whatIsNoJsonObjectIsToldByItsPlace(String json, String problem) {
    assertThatThrownBy(() -> read(json.replace('↵', '\n')))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("standard input" + (problem.startsWith(":") ? "" : "  ") + problem);
  }

  @Test
  void aFileThatIsNotThereIsNamed(@TempDir Path folder) {
    String missing = folder.resolve("item.json").toString();
    assertThatThrownBy(
            () -> GivenReader.read(missing, InputStream.nullInputStream(), Optional.empty()))
        .hasMessage(missing + "  no such file; check the path, or write - for the standard input");
    assertThatThrownBy(
            () ->
                GivenReader.read(
                    folder.toString(), InputStream.nullInputStream(), Optional.empty()))
        .hasMessage(folder + "  is a folder; name the JSON file in it");
  }

  private static final String[] PIECES = {
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "\"",
    "null",
    "true",
    "0",
    "-",
    "1E99999999999",
    "\\u0000",
    "é",
    "{\"S\": \"x\"}",
    "{\"N\": \"1\"}",
    "{\"N\": 1}",
    "{\"L\": []}",
    "Item",
    "Keys",
    "\\"
  };

  @Test
  void anyTextIsEitherReadOrRefused() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    String[] starts = {RECORD, "{\"Item\": {\"PK\": {\"S\": \"a\"}, \"n\": {\"N\": \"1\"}}}"};
    int refused = 0;
    for (int round = 0; round < 3000; round++) {
      StringBuilder json = new StringBuilder(starts[round % 2]);
      for (int fault = 0; fault < 2; fault++) {
        int at = random.nextInt(json.length());
        int end = random.nextBoolean() ? at : Math.min(json.length(), at + random.nextInt(12));
        json.replace(at, end, PIECES[random.nextInt(PIECES.length)]);
      }
      try {
        read(json.toString());
      } catch (InvalidInputException e) {
        refused++;
        assertThat(e).as("seed %d", seed).hasMessageStartingWith("standard input");
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed + ": " + json, e);
      }
    }
    assertThat(refused).isBetween(1, 2999);
  }
}
