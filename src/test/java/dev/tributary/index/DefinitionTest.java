package dev.tributary.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DefinitionTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  private Definition definition(String json) throws IOException, InvalidIndexException {
    Path file = Files.writeString(folder.resolve("mapping.json"), json);
    return Definition.of(Optional.of(file));
  }

  @Test
  void aFileThatSaysNothingGetsTheDefaults() throws Exception {
    JsonNode made = definition("{}").creation(Generation.first("places"), true, "rules");
    assertThat(made.at("/mappings/dynamic")).isEqualTo(JSON.readTree("false"));
    assertThat(made.at("/mappings/date_detection")).isEqualTo(JSON.readTree("false"));
    assertThat(made.at("/settings/index.gc_deletes").textValue()).isEqualTo("1h");
    assertThat(made.at("/mappings/properties/_sync/properties/omitted/type").textValue())
        .isEqualTo("keyword");
    assertThat(made.at("/mappings/properties/_sync/properties/objects"))
        .isEqualTo(
            JSON.readTree(
                """
                {"properties": {"attribute": {"type": "keyword"}, "reference": {"type": "keyword"},
                  "etag": {"type": "keyword"}, "pending": {"type": "boolean"}}}
                """));
    assertThat(made.at("/aliases/places/is_write_index").booleanValue()).isTrue();
    assertThat(made.at("/aliases/places-000001-write").isObject()).isTrue();
    assertThat(Definition.of(Optional.empty()).creation(Generation.first("places"), true, "rules"))
        .isEqualTo(made);
  }

  @Test
  void aGenerationSaysByWhichRulesAndOfWhichFileItIs() throws Exception {
    Definition one = definition("{\"settings\": {\"a\": 1, \"b\": 2}, \"mappings\": {}}");
    JsonNode made = one.creation(Generation.numbered("places", 12), false, "rules");
    assertThat(made.at("/mappings/_meta/tributary/rules").toString()).isEqualTo("[\"rules\"]");
    assertThat(made.at("/mappings/_meta/tributary/mapping").textValue()).isEqualTo(one.digest());
    assertThat(made.path("aliases").toString()).isEqualTo("{\"places-000012-write\":{}}");
    assertThat(definition("{\"mappings\":{},\n\"settings\":{\"b\":2,\"a\":1}}").digest())
        .as("of the same file, written otherwise")
        .isEqualTo(one.digest());
    assertThat(definition("{\"settings\": {\"a\": 1, \"b\": 3}, \"mappings\": {}}").digest())
        .isNotEqualTo(one.digest());
    assertThatThrownBy(() -> definition("{\"mappings\": {\"_meta\": {\"tributary\": {}}}}"))
        .hasMessageContaining("_meta.tributary is Tributary's own");
  }

  @Test
  void whatTheFileSaysIsKept() throws Exception {
    JsonNode made =
        definition(
                """
                {"settings": {"index": {"gc_deletes": "3h"}}, "aliases": {"all": {}},
                 "mappings": {"dynamic": "strict", "date_detection": true,
                   "properties": {"name": {"type": "text"}}}}
                """)
            .creation(Generation.first("places"), true, "rules");
    assertThat(made.at("/settings"))
        .isEqualTo(JSON.readTree("{\"index\":{\"gc_deletes\":\"3h\"}}"));
    assertThat(made.at("/mappings/dynamic").textValue()).isEqualTo("strict");
    assertThat(made.at("/mappings/date_detection").booleanValue()).isTrue();
    assertThat(made.at("/mappings/properties/name/type").textValue()).isEqualTo("text");
    assertThat(made.at("/aliases/all").isObject()).isTrue();
  }

  @Test
  void entriesThatOthersKeepInMetaSurviveAnUpdate() throws Exception {
    JsonNode live = JSON.readTree("{\"_meta\": {\"digest\": \"x\", \"owner\": \"a\"}}");
    assertThat(
            definition("{\"mappings\": {\"_meta\": {\"owner\": \"b\"}}}")
                .update(live)
                .path("_meta"))
        .isEqualTo(JSON.readTree("{\"digest\": \"x\", \"owner\": \"b\"}"));
    assertThat(definition("{}").update(live).has("_meta")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"enabled\": false}",
        "{\"excludes\": [\"_sync\"]}",
        "{\"includes\": [\"name\"]}"
      })
  void documentsMustBeStoredWhole(String source) {
    assertThatThrownBy(() -> definition("{\"mappings\": {\"_source\": " + source + "}}"))
        .isInstanceOf(InvalidIndexException.class)
        .hasMessageContaining("mapping.json: _source must hold whole documents");
  }

  @Test
  void aRoutingMustNotBeRequired() {
    assertThatThrownBy(() -> definition("{\"mappings\": {\"_routing\": {\"required\": true}}}"))
        .isInstanceOf(InvalidIndexException.class)
        .hasMessageContaining("_routing.required refuses every document");
  }

  @Test
  void aFieldThatIsThereTwiceIsNamedWithItsLine() {
    assertThatThrownBy(() -> definition("{\"mappings\": {},\n\"mappings\": {}}"))
        .isInstanceOf(InvalidIndexException.class)
        .hasMessageContaining("mapping.json:2 is not JSON: Duplicate field 'mappings'");
  }
}
