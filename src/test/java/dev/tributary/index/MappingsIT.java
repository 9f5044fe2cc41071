package dev.tributary.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.local.RawOpenSearch;
import dev.tributary.local.Servers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Mapping files that changed since their index was made, against the real server. */
class MappingsIT {

  private static RawOpenSearch raw;
  private static OpenSearchHttp http;

  @TempDir private Path folder;

  private final String alias = RawOpenSearch.newName();
  private final String index = alias + "-000001";
  private final Generations generations = new Generations(http, index -> "rules");

  @BeforeAll
  static void connect() {
    raw = new RawOpenSearch(Servers.shared().openSearch());
    http = OpenSearchFixtures.connect();
  }

  @AfterAll
  static void disconnect() {
    http.close();
  }

  private Optional<Path> file(String json) throws IOException {
    return Optional.of(Files.writeString(folder.resolve("mapping.json"), json));
  }

  private Optional<Path> fields(String properties) throws IOException {
    return file("{\"mappings\": {\"properties\": " + properties + "}}");
  }

  private MappingDifference compare(Optional<Path> file) throws Exception {
    return generations.compare(alias, file).orElseThrow();
  }

  private JsonNode live() {
    return raw.ask("GET", "/" + index).path(index);
  }

  static Stream<Path> mappingFiles() throws IOException {
    try (Stream<Path> files =
        Files.list(Path.of(System.getProperty("tributary.home", "."), "mappings"))) {
      return files.filter(file -> file.toString().endsWith(".json")).toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("mappingFiles")
  void everyMappingFileOfTheRepositoryIsTakenAndThenEqual(Path file) throws Exception {
    if (Files.readString(file).contains("kuromoji")) {
      Servers.assumeKuromoji();
    }
    generations.ensure(alias, Optional.of(file));
    MappingDifference difference = compare(Optional.of(file));
    assertThat(difference.none()).as(difference.toString()).isTrue();
    assertThat(difference.onlyLive()).isEmpty();
  }

  @Test
  void everyKindOfParameterIsEqualToItselfHoweverItIsWritten() throws Exception {
    Optional<Path> file =
        Optional.of(Path.of(MappingsIT.class.getResource("/mappings/every-kind.json").toURI()));
    generations.ensure(alias, file);
    MappingDifference difference = compare(file);
    assertThat(difference.none()).as(difference.toString()).isTrue();
    assertThat(difference.onlyLive()).isEmpty();
    // What the server takes again unchanged, it never took for a difference.
    assertThat(generations.apply(alias, file).none()).isTrue();
  }

  @Test
  void additionsAreAppliedOnRequestAndThenEqual() throws Exception {
    generations.ensure(alias, fields("{\"name\": {\"type\": \"text\"}}"));
    Optional<Path> more =
        file(
            """
            {"settings": {"refresh_interval": "7s"},
             "mappings": {"_meta": {"owner": "search"}, "properties": {
               "name": {"type": "text", "fields": {"raw": {"type": "keyword", "ignore_above": 9}}},
               "size": {"type": "long"}, "admin": {"properties": {"city": {"type": "keyword"}}}}}}
            """);
    assertThat(compare(more).additions())
        .containsExactly(
            "_meta.owner: live none, file \"search\"",
            "admin: live none, file {\"properties\":{\"city\":{\"type\":\"keyword\"}}}",
            "name.raw: live none, file {\"type\":\"keyword\",\"ignore_above\":9}",
            "size: live none, file {\"type\":\"long\"}",
            "index.refresh_interval: live \"1s\", file \"7s\"");

    // A start only warns of them.
    generations.ensure(alias, more);
    assertThat(live().at("/mappings/properties/size").isMissingNode()).isTrue();

    assertThat(generations.apply(alias, more).none()).isTrue();
    assertThat(compare(more).none()).isTrue();
    assertThat(live().at("/mappings/properties/name/fields/raw/type").textValue())
        .isEqualTo("keyword");
    assertThat(live().at("/settings/index/refresh_interval").textValue()).isEqualTo("7s");
  }

  @Test
  void aChangedTypeIsRefusedWithTheDifferenceAndTheWayOut() throws Exception {
    generations.ensure(alias, fields("{\"name\": {\"type\": \"text\"}}"));
    Optional<Path> changed =
        fields("{\"name\": {\"type\": \"keyword\"}, \"size\": {\"type\": \"long\"}}");
    assertThatThrownBy(() -> generations.ensure(alias, changed))
        .isInstanceOf(InvalidIndexException.class)
        .hasMessageContaining(index)
        .hasMessageContaining("mapping.json")
        .hasMessageContaining("run rebuild")
        .hasMessageContaining("name.type: live \"text\", file \"keyword\"");
    assertThatThrownBy(() -> generations.apply(alias, changed))
        .isInstanceOf(InvalidIndexException.class)
        .hasMessageContaining("run rebuild");
    assertThat(compare(changed).additions()).hasSize(1);
    assertThat(live().at("/mappings/properties/size").isMissingNode()).isTrue();
  }

  @Test
  void changedAnalysisAndShardsAreRefused() throws Exception {
    String text =
        """
        {"settings": {"number_of_shards": 1, "analysis": {"analyzer": {"folded":
           {"type": "custom", "tokenizer": "standard", "filter": ["lowercase"]}}}},
         "mappings": {"properties": {"name": {"type": "text", "analyzer": "folded"}}}}
        """;
    generations.ensure(alias, file(text));
    Optional<Path> changed =
        file(
            text.replace("[\"lowercase\"]", "[\"lowercase\", \"asciifolding\"]")
                .replace("shards\": 1", "shards\": 2"));
    assertThatThrownBy(() -> generations.ensure(alias, changed))
        .isInstanceOf(InvalidIndexException.class)
        .hasMessageContaining("run rebuild")
        .hasMessageContaining("index.analysis.analyzer.folded: live ")
        .hasMessageContaining("index.number_of_shards: live \"1\", file \"2\"");
  }

  @Test
  void aLimitIsRaisedBeforeTheFieldsThatNeedIt() throws Exception {
    generations.ensure(alias, file("{\"settings\": {\"mapping.total_fields.limit\": 24}}"));
    StringBuilder many = new StringBuilder("\"f0\": {\"type\": \"long\"}");
    for (int i = 1; i < 20; i++) {
      many.append(", \"f").append(i).append("\": {\"type\": \"long\"}");
    }
    Optional<Path> more =
        file(
            "{\"settings\": {\"mapping.total_fields.limit\": 100}, \"mappings\": {\"properties\": {"
                + many
                + "}}}");
    assertThat(generations.apply(alias, more).none()).isTrue();
  }

  @Test
  void whatTheServerKeepsIsToldAfterwards() throws Exception {
    generations.ensure(
        alias, fields("{\"shape\": {\"type\": \"geo_shape\", \"ignore_malformed\": true}}"));
    MappingDifference left =
        generations.apply(alias, fields("{\"shape\": {\"type\": \"geo_shape\"}}"));
    assertThat(left.additions()).containsExactly("shape.ignore_malformed: live true, file none");
  }

  @Test
  void anIndexMadeByHandWithoutSyncIsRefusedUntilItHasOne() throws Exception {
    raw.ask("PUT", "/" + index, "{\"aliases\": {\"" + alias + "\": {}}}");
    assertThatThrownBy(() -> generations.ensure(alias, Optional.empty()))
        .isInstanceOf(InvalidIndexException.class)
        .hasMessageContaining(index + " does not map _sync")
        .hasMessageContaining("./tributary mappings --config FILE --apply");
    assertThat(generations.apply(alias, Optional.empty()).none()).isTrue();
    generations.ensure(alias, Optional.empty());
    assertThat(live().at("/settings/index/gc_deletes").textValue()).isEqualTo("1h");
  }

  @Test
  void syncAsOpenSearchGuessedItIsRefused() throws Exception {
    raw.ask("PUT", "/" + index, "{\"aliases\": {\"" + alias + "\": {}}}");
    raw.ask("PUT", "/" + index + "/_doc/1", "{\"_sync\": {\"pk\": \"a\"}}");
    assertThatThrownBy(() -> generations.ensure(alias, Optional.empty()))
        .isInstanceOf(InvalidIndexException.class)
        .hasMessageContaining("run rebuild")
        .hasMessageContaining("_sync.pk.type: live \"text\", file \"keyword\"");
  }

  @Test
  void anAliasOfSeveralIndexesIsRefused() {
    for (String name : List.of(index, alias + "-000002")) {
      raw.ask("PUT", "/" + name, "{\"aliases\": {\"" + alias + "\": {}}}");
    }
    assertThatThrownBy(() -> generations.ensure(alias, Optional.empty()))
        .isInstanceOf(InvalidIndexException.class)
        .hasMessageContaining("several indexes");
  }

  @Test
  void aTemplateForEveryNameDoesNotDisturbTheComparison() throws Exception {
    String template = "/_index_template/" + alias;
    String body =
        "{\"index_patterns\": [\"*\"], \"template\": {\"settings\": {\"number_of_replicas\": 0}}}";
    assertThat(raw.ask("PUT", template, body).path("acknowledged").asBoolean()).isTrue();
    try {
      generations.ensure(alias, fields("{\"name\": {\"type\": \"text\"}}"));
      assertThat(compare(fields("{\"name\": {\"type\": \"text\"}}")).none()).isTrue();
    } finally {
      raw.ask("DELETE", template);
    }
  }
}
