package dev.tributary.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import dev.tributary.change.Value;
import dev.tributary.entity.FieldNames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class DocumentWriterTest {

  private static final Instant READ_AT = Instant.parse("2025-09-26T13:30:00.250Z");

  @Test
  void theWholeItemIsTheDocumentAndItsOriginStandsBehindIt() throws IOException {
    Body body = Examples.written(Examples.put(Map.of("PK", new Value.Text("PLACE#1"))));

    assertThat(body)
        .hasToString(
            "{\"PK\":\"PLACE#1\",\"_sync\":{\"table\":\"Places\",\"pk\":\"PLACE#1\",\"sk\":\"META\","
                + "\"stream\":\"arn:aws:dynamodb:eu-west-1:111122223333:table/Places/stream/2025-01-01T00:00:00.000\","
                + "\"seq\":\"111500000000006077105867\",\"time\":\"2025-09-26T12:00:00Z\"}}");
  }

  @Test
  void withoutASortKeyTheOriginHasNone() throws IOException {
    ItemKey key = ItemKey.of(new Value.Numeric("1E+2"));
    JsonNode sync = sync(key, Examples.STREAMED);

    assertThat(sync.get("pk").textValue()).isEqualTo("100");
    assertThat(sync.has("sk")).isFalse();
    assertThat(sync.has("readAt")).isFalse();
  }

  @Test
  void whatABackfillReadSaysWhenAndNamesNoRecord() throws IOException {
    JsonNode sync = sync(Examples.KEY, new Origin.Read(READ_AT, Optional.empty()));

    assertThat(sync.fieldNames()).toIterable().containsExactly("table", "pk", "sk", "readAt");
    assertThat(sync.get("readAt").textValue()).isEqualTo("2025-09-26T13:30:00.250Z");
  }

  @Test
  void whatWasReadAgainKeepsTheRecordItComesAfter() throws IOException {
    JsonNode sync = sync(Examples.KEY, new Origin.Read(READ_AT, Optional.of(Examples.STREAMED)));

    assertThat(sync.fieldNames())
        .toIterable()
        .containsExactly("table", "pk", "sk", "stream", "seq", "time", "readAt");
    assertThat(sync.get("seq").textValue()).isEqualTo("111500000000006077105867");
  }

  @Test
  void anAttributeNamedLikeOursIsKeptBesideIt() throws IOException {
    JsonNode document = document(Map.of("_sync", new Value.Text("theirs")));

    assertThat(document.get("_sync_").textValue()).isEqualTo("theirs");
    assertThat(document.get("_sync").get("table").textValue()).isEqualTo("Places");
  }

  @Test
  void textNumbersTruthAndNothing() throws IOException {
    assertThat(json(new Value.Text("a\"\\\n\u0000é日\uD83C\uDF0D")))
        .isEqualTo("\"a\\\"\\\\\\n\\u0000é日\uD83C\uDF0D\"");
    assertThat(json(new Value.Text(""))).isEqualTo("\"\"");
    assertThat(json(new Value.Numeric("+.50"))).isEqualTo("0.50");
    assertThat(json(new Value.Bool(true))).isEqualTo("true");
    assertThat(json(new Value.Bool(false))).isEqualTo("false");
    assertThat(json(new Value.Null())).isEqualTo("null");
  }

  @Test
  void allThirtyEightDigitsSurvive() throws IOException {
    String digits = "-1234567890123456789.0123456789012345678";

    assertThat(json(new Value.Numeric(digits))).isEqualTo(digits);
  }

  @Test
  void bytesAreBase64OfWhatTheBufferHoldsWhoeverReadItBefore() throws IOException {
    ByteBuffer part = ByteBuffer.wrap(new byte[] {9, (byte) 0xFB, (byte) 0xFF, 9}, 1, 2);
    Value binary = new Value.Binary(part.asReadOnlyBuffer());

    assertThat(json(binary)).isEqualTo(json(binary)).isEqualTo("\"+/8=\"");
    assertThat(json(new Value.Binary(ByteBuffer.allocate(0)))).isEqualTo("\"\"");
  }

  @Test
  void mapsAndListsNest() throws IOException {
    Value list = new Value.ListOf(List.of(new Value.Numeric("1"), new Value.ListOf(List.of())));

    assertThat(json(new Value.MapOf(Map.of("a.b", list)))).isEqualTo("{\"a%2Eb\":[1,[]]}");
    assertThat(json(new Value.MapOf(Map.of("_id", new Value.Null())))).isEqualTo("{\"_id\":null}");
    assertThat(json(new Value.MapOf(Map.of()))).isEqualTo("{}");
  }

  @Test
  void setsAreSorted() throws IOException {
    assertThat(json(new Value.TextSet(List.of("b", "B", "a", "é"))))
        .isEqualTo("[\"B\",\"a\",\"b\",\"é\"]");
    assertThat(json(new Value.NumericSet(List.of("10", "9", "-1", "1E-1", ".5"))))
        .isEqualTo("[-1,1E-1,0.5,9,10]");
    assertThat(json(new Value.BinarySet(List.of(bytes(2), bytes(-1), bytes(1)))))
        .isEqualTo("[\"/w==\",\"AQ==\",\"Ag==\"]");
  }

  @Test
  void nestsAsDeepAsDynamoDbDoes() throws IOException {
    Value value = new Value.Text("deep");
    for (int depth = 0; depth < 32; depth++) {
      value = new Value.MapOf(Map.of("m", value));
    }

    JsonNode node = document(Map.of("m", value));
    for (int depth = 0; depth <= 32; depth++) {
      node = node.get("m");
    }
    assertThat(node.textValue()).isEqualTo("deep");
  }

  @Test
  void hostileNamesOfOneItemAllKeepTheirValues() throws IOException {
    List<String> names =
        List.of(
            "_id", "_id_", "_id__", "", "_", "__", " ", ".", "..", "a", "a.", ".a", "a.b", "a%2Eb",
            "a_b");
    Map<String, Value> attributes =
        names.stream().collect(Collectors.toMap(name -> name, Value.Text::new));

    JsonNode document = document(attributes);

    assertThat(document.size()).isEqualTo(names.size() + 1);
    names.forEach(
        name -> assertThat(document.get(FieldNames.ofAttribute(name)).textValue()).isEqualTo(name));
  }

  @Test
  void documentsLargerThanTheBufferAreWhole() throws IOException {
    String text = "é".repeat(190_000);

    assertThat(document(Map.of("text", new Value.Text(text))).get("text").textValue())
        .isEqualTo(text);
  }

  private static ByteBuffer bytes(int single) {
    return ByteBuffer.wrap(new byte[] {(byte) single});
  }

  private static JsonNode document(Map<String, Value> attributes) throws IOException {
    return Examples.parsed(Examples.written(Examples.put(attributes)));
  }

  private static JsonNode sync(ItemKey key, Origin origin) throws IOException {
    return Examples.parsed(Examples.written(Examples.put(key, origin, Map.of()))).get("_sync");
  }

  /** The value's JSON as it stands in the document, to the letter. */
  private static String json(Value value) throws IOException {
    String document = Examples.written(Examples.put(Map.of("v", value))).toString();
    return document.substring("{\"v\":".length(), document.indexOf(",\"_sync\":"));
  }
}
