package dev.tributary.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.change.Value;
import dev.tributary.entity.FieldNames;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RandomDocumentTest {

  static LongStream seeds() {
    return LongStream.rangeClosed(1, 200);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void everyAttributeOfAnItemIsFoundInItsDocument(long seed) throws IOException {
    Map<String, Value> attributes = new RandomItems(seed).attributes(0);

    JsonNode document = Examples.parsed(Examples.written(Examples.put(attributes)));

    assertThat(document.size()).isEqualTo(attributes.size() + 1);
    assertHolds(document, attributes, FieldNames::ofAttribute);
  }

  private static void assertHolds(
      JsonNode node, Map<String, Value> entries, UnaryOperator<String> fieldName) {
    entries.forEach((name, value) -> assertSame(node.get(fieldName.apply(name)), value));
  }

  private static void assertSame(JsonNode node, Value value) {
    assertThat(node).isNotNull();
    if (value instanceof Value.Text text) {
      assertThat(node.textValue()).isEqualTo(text.text());
    } else if (value instanceof Value.Numeric number) {
      assertThat(node.decimalValue()).isEqualByComparingTo(number.digits());
    } else if (value instanceof Value.Binary binary) {
      assertThat(bytes(node)).isEqualTo(binary.bytes());
    } else if (value instanceof Value.Bool bool) {
      assertThat(node.isBoolean()).isTrue();
      assertThat(node.booleanValue()).isEqualTo(bool.value());
    } else if (value instanceof Value.Null) {
      assertThat(node.isNull()).isTrue();
    } else if (value instanceof Value.MapOf map) {
      assertThat(node.size()).isEqualTo(map.entries().size());
      assertHolds(node, map.entries(), FieldNames::ofEntry);
    } else if (value instanceof Value.ListOf list) {
      assertThat(node.size()).isEqualTo(list.elements().size());
      for (int i = 0; i < node.size(); i++) {
        assertSame(node.get(i), list.elements().get(i));
      }
    } else if (value instanceof Value.TextSet set) {
      assertThat(elements(node, JsonNode::textValue))
          .isSorted()
          .containsExactlyInAnyOrderElementsOf(set.elements());
    } else if (value instanceof Value.NumericSet set) {
      assertThat(elements(node, JsonNode::decimalValue))
          .isSorted()
          .usingElementComparator(BigDecimal::compareTo)
          .containsExactlyInAnyOrderElementsOf(
              set.elements().stream().map(BigDecimal::new).toList());
    } else {
      assertThat(elements(node, RandomDocumentTest::bytes))
          .containsExactlyInAnyOrderElementsOf(((Value.BinarySet) value).elements());
    }
  }

  private static ByteBuffer bytes(JsonNode node) {
    return ByteBuffer.wrap(Base64.getDecoder().decode(node.textValue()));
  }

  private static <T> List<T> elements(JsonNode array, Function<JsonNode, T> reader) {
    assertThat(array.isArray()).isTrue();
    List<T> elements = new ArrayList<>();
    array.forEach(element -> elements.add(reader.apply(element)));
    return elements;
  }
}
