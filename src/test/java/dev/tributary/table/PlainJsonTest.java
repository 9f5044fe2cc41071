package dev.tributary.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class PlainJsonTest {

  private static Map<String, AttributeValue> item(String json) {
    try {
      return PlainJson.item(
          new ObjectMapper()
              .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
              .readTree(json));
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void everyTypeOfJsonIsAnAttribute() {
    assertThat(
            item(
                """
                {"s": "", "n": 12345678901234567890.25, "yes": true, "no": false, "nul": null,
                 "l": ["a", 1, null], "m": {"lat": -33.5}}
                """))
        .containsOnly(
            Map.entry("s", AttributeValue.fromS("")),
            Map.entry("n", AttributeValue.fromN("12345678901234567890.25")),
            Map.entry("yes", AttributeValue.fromBool(true)),
            Map.entry("no", AttributeValue.fromBool(false)),
            Map.entry("nul", AttributeValue.fromNul(true)),
            Map.entry(
                "l",
                AttributeValue.fromL(
                    List.of(
                        AttributeValue.fromS("a"),
                        AttributeValue.fromN("1"),
                        AttributeValue.fromNul(true)))),
            Map.entry("m", AttributeValue.fromM(Map.of("lat", AttributeValue.fromN("-33.5")))));
  }

  @Test
  void whatJsonLacksIsWrittenAsAnObjectOfOneEntry() {
    assertThat(item("{\"t\": {\"$set\": [\"b\", \"a\"]}, \"n\": {\"$set\": [10, 9]}}"))
        .containsEntry("t", AttributeValue.fromSs(List.of("b", "a")))
        .containsEntry("n", AttributeValue.fromNs(List.of("10", "9")));
    assertThat(item("{\"b\": {\"$bytes\": \"aGVsbG8=\"}}"))
        .containsEntry("b", AttributeValue.fromB(SdkBytes.fromUtf8String("hello")));
    assertThat(item("{\"m\": {\"$set\": [1], \"more\": 2}}").get("m").m()).containsKey("$set");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "[1, \"a\"]", "[null]", "[[1]]"})
  void aSetThatDynamoDbDoesNotHaveIsRefused(String elements) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> item("{\"s\": {\"$set\": " + elements + "}}"))
        .withMessageContaining("$set");
  }
}
