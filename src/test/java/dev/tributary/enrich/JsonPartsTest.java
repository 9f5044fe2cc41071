package dev.tributary.enrich;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.entity.AttributePath;
import java.io.ByteArrayInputStream;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonPartsTest {

  private static Map<String, String> read(String json, String... parts) throws Exception {
    Map<String, AttributePath> paths = new TreeMap<>();
    for (String part : parts) {
      paths.put(part.replaceFirst("=.*", ""), AttributePath.parse(part.replaceFirst(".*=", "")));
    }
    Map<String, String> found = new TreeMap<>();
    new JsonParts(5)
        .read(new ByteArrayInputStream(json.getBytes(UTF_8)), paths)
        .forEach((field, value) -> found.put(field, new String(value, UTF_8)));
    return found;
  }

  @Test
  void partsAreTakenWithAllTheirDigitsAndTheRestIsLeft() throws Exception {
    assertThat(
            read(
                "{\"skip\":{\"a\":[1]},\"n\":1.10000000000000000000001e5,\"big\":123456789012345678901,"
                    + "\"t\":\"年金\",\"o\":{\"x\":{\"y\":[true,null]}},\"none\":null}",
                "n=n",
                "big=big",
                "title=t",
                "deep=o.x",
                "absent=o.z",
                "none=none"))
        .isEqualTo(
            Map.of(
                "n", "110000.000000000000000001",
                "big", "123456789012345678901",
                "title", "\"年金\"",
                "deep", "{\"y\":[true,null]}"));
  }

  @Test
  void throughListsAPathGivesAList() throws Exception {
    assertThat(
            read(
                "{\"k\":[{\"w\":\"a\"},{},{\"w\":null},{\"w\":[1]}],\"e\":[]}",
                "words=k.w",
                "none=e.w"))
        .isEqualTo(Map.of("words", "[\"a\",[1]]"));
  }

  @Test
  void namesThatOpenSearchRefusesAreChangedAsThoseOfAttributesAre() throws Exception {
    assertThat(read("{\"o\":{\"a.b\":1,\"\":2}}", "o=o"))
        .isEqualTo(Map.of("o", "{\"a%2Eb\":1,\"_\":2}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "7",
        "{\"o\":",
        "{\"o\":1,}",
        "{\"o\":[[[[[[1]]]]]]}",
        "{\"skipped\":[[[[[[1]]]]]]}"
      })
  void whatIsNoJsonObjectOrTooDeepIsRefused(String json) {
    assertThatThrownBy(() -> read(json, "o=o")).isInstanceOf(RefusedContentException.class);
  }
}
