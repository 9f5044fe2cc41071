package dev.tributary.index;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tributary.local.RawOpenSearch;
import dev.tributary.local.Servers;
import java.util.EnumMap;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Writes what fields get into fields of every type, and looks what the real server refuses. */
class MadeIT {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Values of which it is certain that they fit, or do not. */
  private static final Map<Made, String> TYPICAL =
      new EnumMap<>(
          Map.of(
              Made.LOWERCASE, "\"cenote azul\"",
              Made.DATE_TIME, "\"2025-10-09T08:53:20Z\"",
              Made.SECONDS, "1760000000",
              Made.NUMBER, "3",
              Made.FLAG, "true",
              Made.POINT, "{\"lat\": 20.6, \"lon\": -87.07}",
              Made.SHAPE,
                  "{\"type\": \"Polygon\", \"coordinates\": [[[0, 0], [1, 0], [1, 1], [0, 0]]]}"));

  private final RawOpenSearch raw = new RawOpenSearch(Servers.shared().openSearch());
  private final String index = RawOpenSearch.newName();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type': 'text'}",
        "{'type': 'keyword'}",
        "{'type': 'wildcard'}",
        "{'type': 'long'}",
        "{'type': 'integer'}",
        "{'type': 'short'}",
        "{'type': 'byte'}",
        "{'type': 'half_float'}",
        "{'type': 'double'}",
        "{'type': 'unsigned_long'}",
        "{'type': 'scaled_float', 'scaling_factor': 100}",
        "{'type': 'long', 'ignore_malformed': true}",
        "{'type': 'date', 'format': 'strict_date_optional_time||epoch_second'}",
        "{'type': 'date', 'format': 'epoch_second'}",
        "{'type': 'date_nanos', 'format': 'strict_date_optional_time||epoch_second'}",
        "{'type': 'geo_point'}",
        "{'type': 'geo_shape'}",
        "{'type': 'object'}",
        "{'type': 'nested'}",
        "{'type': 'flat_object'}"
      })
  void whatFitsIsTakenAndWhatDoesNotIsRefused(String mapping) throws Exception {
    JsonNode field = JSON.readTree(mapping.replace('\'', '"'));
    raw.ask(
        "PUT",
        "/" + index,
        "{\"mappings\": {\"dynamic\": false, \"properties\": {\"f\": " + field + "}}}");
    SoftAssertions each = new SoftAssertions();
    TYPICAL.forEach(
        (made, value) -> {
          JsonNode answer = raw.ask("PUT", "/" + index + "/_doc/" + made, "{\"f\": " + value + "}");
          each.assertThat(made.fits(field))
              .as("%s into %s: %s", made, field, answer)
              .isEqualTo(answer.has("result"));
        });
    each.assertAll();
    assertThat(raw.ask("GET", "/" + index).has(index)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"boolean", "ip"})
  void narrowTypesTakeWhatIsMeantForThem(String type) throws Exception {
    JsonNode field = JSON.createObjectNode().put("type", type);
    raw.ask("PUT", "/" + index, "{\"mappings\": {\"properties\": {\"f\": " + field + "}}}");
    for (Made made :
        new Made[] {Made.DATE_TIME, Made.SECONDS, Made.NUMBER, Made.POINT, Made.SHAPE}) {
      JsonNode answer =
          raw.ask("PUT", "/" + index + "/_doc/" + made, "{\"f\": " + TYPICAL.get(made) + "}");
      assertThat(answer.has("result")).as("%s: %s", made, answer).isFalse();
      assertThat(made.fits(field)).isFalse();
    }
  }

  @Test
  void secondsInADateOfTheDefaultFormatAreTakenForMilliseconds() {
    raw.ask("PUT", "/" + index, "{\"mappings\": {\"properties\": {\"f\": {\"type\": \"date\"}}}}");
    raw.ask("PUT", "/" + index + "/_doc/1?refresh=true", "{\"f\": 1760000000}");
    JsonNode found =
        raw.ask(
            "POST",
            "/" + index + "/_search",
            "{\"docvalue_fields\": [{\"field\": \"f\", \"format\": \"strict_date\"}]}");
    assertThat(found.at("/hits/hits/0/fields/f/0").textValue()).isEqualTo("1970-01-21");
    assertThat(Made.SECONDS.fits(JSON.createObjectNode().put("type", "date"))).isFalse();
  }
}
