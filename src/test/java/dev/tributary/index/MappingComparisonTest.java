package dev.tributary.index;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MappingComparisonTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text.replace('\'', '"'));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  private static MappingDifference mappings(String live, String file) {
    LiveIndex index = new LiveIndex("places-000001", json(live), json("{}"), json("{}"));
    JsonNode definition = json("{'mappings': " + file + "}");
    return new MappingComparison(definition, index).difference("places.json");
  }

  private static MappingDifference fields(String live, String file) {
    return mappings("{'properties': " + live + "}", "{'properties': " + file + "}");
  }

  private static MappingComparison settings(String live, String defaults, String file) {
    LiveIndex index = new LiveIndex("places-000001", json("{}"), json(live), json(defaults));
    return new MappingComparison(json("{'settings': " + file + "}"), index);
  }

  @Test
  void equalFieldsDifferInNothing() {
    String both =
        "{'name': {'type': 'text', 'fields': {'raw': {'type': 'keyword'}}}, 'admin': {'properties': {'city': {'type': 'keyword'}}}}";
    MappingDifference difference = fields(both, both);
    assertThat(difference.none()).isTrue();
    assertThat(difference.onlyLive()).isEmpty();
  }

  @Test
  void newFieldsSubfieldsAndMultiFieldsAreAdditions() {
    MappingDifference difference =
        fields(
            "{'name': {'type': 'text'}, 'admin': {'properties': {'city': {'type': 'keyword'}}}}",
            "{'name': {'type': 'text', 'fields': {'raw': {'type': 'keyword'}}},"
                + " 'admin': {'properties': {'city': {'type': 'keyword'}, 'zip': {'type': 'keyword'}}},"
                + " 'size': {'type': 'long'}}");
    assertThat(difference.incompatible()).isEmpty();
    assertThat(difference.additions())
        .containsExactly(
            "admin.zip: live none, file {\"type\":\"keyword\"}",
            "name.raw: live none, file {\"type\":\"keyword\"}",
            "size: live none, file {\"type\":\"long\"}");
  }

  @Test
  void anotherTypeIsIncompatibleAndItsParametersAreNotListed() {
    MappingDifference difference =
        fields(
            "{'name': {'type': 'text', 'analyzer': 'folded'}, 'admin': {'properties': {}}, 'parts': {'properties': {}}}",
            "{'name': {'type': 'keyword'}, 'admin': {'type': 'keyword'}, 'parts': {'type': 'nested'}}");
    assertThat(difference.additions()).isEmpty();
    assertThat(difference.incompatible())
        .containsExactly(
            "admin.type: live \"object\", file \"keyword\"",
            "name.type: live \"text\", file \"keyword\"",
            "parts.type: live \"object\", file \"nested\"");
  }

  @Test
  void anObjectIsTheSameWithAndWithoutItsType() {
    assertThat(
            fields("{'o': {'type': 'object'}}", "{'o': {'properties': {'a': {'type': 'long'}}}}")
                .additions())
        .containsExactly("o.a: live none, file {\"type\":\"long\"}");
  }

  @Test
  void parametersAreUpdatableOrNot() {
    MappingDifference difference =
        fields(
            "{'d': {'type': 'date'}, 'k': {'type': 'keyword', 'ignore_above': 10}, 'o': {'type': 'object'}}",
            "{'d': {'type': 'date', 'format': 'epoch_second'}, 'k': {'type': 'keyword', 'ignore_above': 20}, 'o': {'type': 'object', 'enabled': false}}");
    assertThat(difference.additions()).containsExactly("k.ignore_above: live 10, file 20");
    assertThat(difference.incompatible())
        .containsExactly(
            "d.format: live none, file \"epoch_second\"", "o.enabled: live none, file false");
  }

  @Test
  void aParameterThatTheFileNoLongerHasIsADifference() {
    MappingDifference difference =
        fields(
            "{'k': {'type': 'keyword', 'ignore_above': 10, 'normalizer': 'low'}}",
            "{'k': {'type': 'keyword'}}");
    assertThat(difference.additions()).containsExactly("k.ignore_above: live 10, file none");
    assertThat(difference.incompatible()).containsExactly("k.normalizer: live \"low\", file none");
  }

  @Test
  void normsGoOffAndNotOn() {
    String on = "{'t': {'type': 'text'}}";
    String off = "{'t': {'type': 'text', 'norms': false}}";
    assertThat(fields(on, off).additions()).containsExactly("t.norms: live none, file false");
    assertThat(fields(off, on).incompatible()).containsExactly("t.norms: live false, file none");
  }

  @Test
  void whatOnlyTheLiveIndexHasStays() {
    MappingDifference difference =
        mappings(
            "{'numeric_detection': true, '_meta': {'digest': 'x'}, 'properties':"
                + " {'old': {'type': 'long'}, 'name': {'type': 'text', 'fields': {'raw': {'type': 'keyword'}}}}}",
            "{'properties': {'name': {'type': 'text'}}}");
    assertThat(difference.none()).isTrue();
    assertThat(difference.onlyLive()).containsExactly("numeric_detection", "name.raw", "old");
  }

  @Test
  void howUnknownFieldsAreTreatedCanBeChanged() {
    MappingDifference difference =
        mappings("{'dynamic': 'true'}", "{'dynamic': 'false', 'date_detection': false}");
    assertThat(difference.incompatible()).isEmpty();
    assertThat(difference.additions())
        .containsExactly(
            "date_detection: live none, file false", "dynamic: live \"true\", file \"false\"");
  }

  @Test
  void entriesOfMetaAreComparedOneByOne() {
    assertThat(
            mappings(
                    "{'_meta': {'digest': 'x', 'owner': 'a'}}",
                    "{'_meta': {'owner': 'b', 'team': 'c'}}")
                .additions())
        .containsExactly(
            "_meta.owner: live \"a\", file \"b\"", "_meta.team: live none, file \"c\"");
  }

  @Test
  void anIndexThatDoesNotKeepItsDocumentsOrNeedsARoutingIsIncompatible() {
    assertThat(
            mappings("{'_source': {'enabled': false}, '_routing': {'required': true}}", "{}")
                .incompatible())
        .containsExactly(
            "_routing: live {\"required\":true}, file none",
            "_source: live {\"enabled\":false}, file none");
  }

  @Test
  void dynamicSettingsAreAdditionsAndTheirDefaultsCount() {
    MappingComparison comparison =
        settings(
            "{'index': {'number_of_replicas': '1'}}",
            "{'index': {'refresh_interval': '1s', 'max_result_window': '10000'}}",
            "{'index': {'number_of_replicas': '0', 'refresh_interval': '1s', 'max_result_window': '5'}}");
    MappingDifference difference = comparison.difference("places.json");
    assertThat(difference.incompatible()).isEmpty();
    assertThat(difference.additions())
        .containsExactly(
            "index.max_result_window: live \"10000\", file \"5\"",
            "index.number_of_replicas: live \"1\", file \"0\"");
    assertThat(comparison.settingsToPut())
        .isEqualTo(json("{'index.max_result_window': '5', 'index.number_of_replicas': '0'}"));
  }

  @Test
  void analysisAndShardsAreIncompatible() {
    MappingComparison comparison =
        settings(
            "{'index': {'number_of_shards': '1', 'analysis': {'analyzer':"
                + " {'a': {'tokenizer': 'standard', 'filter': ['lowercase']}, 'mine': {'tokenizer': 'keyword'}}}}}",
            "{}",
            "{'index': {'number_of_shards': '2', 'analysis': {'analyzer': {'a': {'tokenizer': 'standard'}}}}}");
    assertThat(comparison.difference("places.json").incompatible())
        .containsExactly(
            "index.analysis.analyzer.a: live"
                + " {\"tokenizer\":\"standard\",\"filter\":[\"lowercase\"]}, file"
                + " {\"tokenizer\":\"standard\"}",
            "index.number_of_shards: live \"1\", file \"2\"");
    assertThat(comparison.settingsToPut()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "index.number_of_replicas, true",
    "index.gc_deletes, true",
    "index.merge.policy.floor_segment, true",
    "index.mapping.total_fields.limit, true",
    "index.number_of_shards, false",
    "index.codec, false",
    "index.sort.field, false",
    "index.analysis.filter.f, false"
  })
  void someSettingsCanBeChanged(String name, boolean changeable) {
    assertThat(Updatable.setting(name)).isEqualTo(changeable);
  }

  @Test
  void longValuesAreCut() {
    MappingDifference difference =
        fields("{}", "{'k': {'type': 'keyword', 'meta': {'a': '" + "x".repeat(500) + "'}}}");
    assertThat(difference.additions().get(0)).hasSizeLessThan(200).endsWith("…");
  }

  @Test
  void theRefusalNamesTheIndexTheFileTheWayOutAndEachDifference() {
    assertThat(fields("{'a': {'type': 'long'}}", "{'a': {'type': 'text'}}").refusal())
        .isEqualTo(
            "places-000001 cannot become what places.json says; run rebuild:%n    a.type: live \"long\", file \"text\""
                .formatted());
  }
}
