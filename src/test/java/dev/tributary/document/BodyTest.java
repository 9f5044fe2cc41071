package dev.tributary.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class BodyTest {

  @Test
  void isEqualByContent() {
    assertThat(body("{\"a\":1}")).isEqualTo(body("{\"a\":1}")).hasSameHashCodeAs(body("{\"a\":1}"));
    assertThat(body("{\"a\":1}")).isNotEqualTo(body("{\"a\":2}"));
  }

  @Test
  void weighsBytesNotCharacters() {
    assertThat(body("\"é\"").size()).isEqualTo(4);
    assertThat(body("\"é\"")).hasToString("\"é\"");
  }

  @Test
  void takesMoreFieldsAtItsEndAndInSync() {
    assertThat(body("{\"a\":1,\"_sync\":{\"pk\":\"p\"}}").with(Map.of("é\"", json("[2]"))))
        .hasToString("{\"a\":1,\"_sync\":{\"pk\":\"p\"},\"é\\\"\":[2]}");
    assertThat(
            body("{\"_sync\":{\"pk\":\"p\"}}")
                .with(Map.of("b", json("{}")), Map.of("geometry", json("[]"))))
        .hasToString("{\"_sync\":{\"pk\":\"p\",\"geometry\":[]},\"b\":{}}");
  }

  @Test
  void takesFieldsAndSyncTwice() {
    for (String last : new String[] {"\"text\"", "[1,2]", "12", "true", "{}"}) {
      assertThat(
              body("{\"_sync\":{\"pk\":\"p\"}}")
                  .with(Map.of("b", json(last)), Map.of("objects", json("[]")))
                  .with(Map.of("c", json("3")), Map.of("geometry", json("[4]"))))
          .hasToString(
              "{\"_sync\":{\"pk\":\"p\",\"objects\":[],\"geometry\":[4]},\"b\":%s,\"c\":3}"
                  .formatted(last));
    }
  }

  private static byte[] json(String text) {
    return text.getBytes(UTF_8);
  }

  private static Body body(String json) {
    return Body.of(json.getBytes(UTF_8));
  }
}
