package dev.tributary.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Every attribute type, through the real stream, into the real index. */
class AttributeTypesIT {

  private static final String DIGITS = "12345678901234567890123456789012345678";

  private static Sandbox sandbox;

  @BeforeAll
  static void start() {
    sandbox = Sandbox.withTables(1);
    sandbox.startWorker();
  }

  @AfterAll
  static void stop() {
    sandbox.close();
  }

  private static AttributeValue s(String text) {
    return AttributeValue.fromS(text);
  }

  private static AttributeValue n(String digits) {
    return AttributeValue.fromN(digits);
  }

  @Test
  void everyTypeIsFoundInTheDocument() {
    sandbox.put(
        "TYPES",
        "1",
        Map.ofEntries(
            Map.entry("text", s("Cancún ☀")),
            Map.entry("empty", s("")),
            Map.entry("number", n("0.78")),
            Map.entry("exact", n(DIGITS)),
            Map.entry("small", n("1.5E-100")),
            Map.entry("binary", AttributeValue.fromB(SdkBytes.fromUtf8String("hello"))),
            Map.entry("yes", AttributeValue.fromBool(true)),
            Map.entry("nothing", AttributeValue.fromNul(true)),
            Map.entry("map", AttributeValue.fromM(Map.of("lat", n("21.16"), "in", s("x")))),
            Map.entry("list", AttributeValue.fromL(List.of(s("a"), n("1"), s("b")))),
            Map.entry("texts", AttributeValue.fromSs(List.of("b", "a"))),
            Map.entry("numbers", AttributeValue.fromNs(List.of("10", "9"))),
            Map.entry(
                "binaries", AttributeValue.fromBs(List.of(SdkBytes.fromUtf8String("hello"))))));

    JsonNode document = sandbox.awaitDocument("TYPES#1");
    assertThat(document.path("text").asText()).isEqualTo("Cancún ☀");
    assertThat(document.path("empty").asText("absent")).isEmpty();
    assertThat(document.path("number").decimalValue()).isEqualByComparingTo("0.78");
    assertThat(document.path("exact").bigIntegerValue()).hasToString(DIGITS);
    assertThat(document.path("small").decimalValue())
        .isEqualByComparingTo(new BigDecimal("1.5E-100"));
    assertThat(document.path("binary").asText()).isEqualTo("aGVsbG8=");
    assertThat(document.path("yes").booleanValue()).isTrue();
    assertThat(document.has("nothing")).isTrue();
    assertThat(document.path("nothing").isNull()).isTrue();
    assertThat(document.at("/map/lat").decimalValue()).isEqualByComparingTo("21.16");
    assertThat(document.path("list")).hasToString("[\"a\",1,\"b\"]");
    assertThat(document.path("texts")).hasToString("[\"a\",\"b\"]");
    assertThat(document.path("numbers")).hasToString("[9,10]");
    assertThat(document.path("binaries")).hasToString("[\"aGVsbG8=\"]");
    assertThat(document.at("/_sync/table").asText()).isEqualTo(sandbox.table());
    assertThat(document.at("/_sync/pk").asText()).isEqualTo("TYPES");
    assertThat(document.at("/_sync/sk").asText()).isEqualTo("1");
    assertThat(document.at("/_sync/seq").asText()).matches("[0-9]{21}");
    sandbox.awaitEqual();
  }

  @Test
  void nestingToDynamoDbsLimitArrives() {
    AttributeValue nested = s("deep");
    for (int level = 0; level < 30; level++) {
      nested =
          level % 2 == 0
              ? AttributeValue.fromM(Map.of("in", nested))
              : AttributeValue.fromL(List.of(nested));
    }
    sandbox.put("NESTED", "1", Map.of("outer", nested));

    JsonNode document = sandbox.awaitDocument("NESTED#1").path("outer");
    for (int level = 29; level >= 0; level--) {
      document = level % 2 == 0 ? document.path("in") : document.path(0);
    }
    assertThat(document.asText()).isEqualTo("deep");
  }

  @Test
  void keysWithHashesSpacesSlashesAndOver512BytesArrive() {
    sandbox.put("A#B", "C D/é?%", Map.of("n", n("1")));
    sandbox.put("x".repeat(2040), "y".repeat(960), Map.of("n", n("2")));

    assertThat(sandbox.awaitDocument("A#B#C D/é?%").path("n").asInt()).isEqualTo(1);
    sandbox.awaitEqual();
    assertThat(sandbox.compare().found()).isGreaterThanOrEqualTo(2);
  }

  @Test
  void attributesWithNamesThatOpenSearchRefusesAreKeptUnderOthers() {
    sandbox.put(
        "NAMES",
        "1",
        Map.of("_id", s("mine"), "_source", s("s"), "a.b", s("dotted"), "_ttl", n("7")));

    JsonNode document = sandbox.awaitDocument("NAMES#1");
    assertThat(document.path("_id_").asText()).isEqualTo("mine");
    assertThat(document.path("_source_").asText()).isEqualTo("s");
    assertThat(document.path("a%2Eb").asText()).isEqualTo("dotted");
    assertThat(document.path("_ttl").asInt()).isEqualTo(7);
  }
}
