package dev.tributary.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.local.RawOpenSearch;
import dev.tributary.local.Servers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GenerationsIT {

  private static RawOpenSearch raw;
  private static OpenSearchHttp http;

  @TempDir private Path folder;

  private final String alias = RawOpenSearch.newName();
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

  private Optional<Path> mapping(String json) throws IOException {
    return Optional.of(Files.writeString(folder.resolve("mapping.json"), json));
  }

  private JsonNode index() {
    return raw.ask("GET", "/" + alias + "-000001").path(alias + "-000001");
  }

  @Test
  void theFirstGenerationStandsBehindItsAlias() throws Exception {
    assertThat(generations.compare(alias, Optional.empty())).isEmpty();
    generations.ensure(alias, Optional.empty());

    assertThat(index().at("/aliases/" + alias + "/is_write_index").asBoolean()).isTrue();
    assertThat(index().at("/settings/index/gc_deletes").textValue()).isEqualTo("1h");
    JsonNode sync = index().at("/mappings/properties/_sync/properties");
    for (String field : List.of("table", "pk", "sk", "stream", "seq", "omitted")) {
      assertThat(sync.at("/" + field + "/type").textValue()).as(field).isEqualTo("keyword");
    }
    assertThat(sync.at("/time/type").textValue()).isEqualTo("date");
    assertThat(sync.at("/readAt/type").textValue()).isEqualTo("date");
    assertThat(generations.compare(alias, Optional.empty()).orElseThrow().none()).isTrue();
  }

  @Test
  void aMappingFileIsUsedAndKeepsItsOwnLongerMemoryOfDeletes() throws Exception {
    generations.ensure(
        alias,
        mapping(
            """
            {"settings": {"index": {"gc_deletes": "3h"}},
             "mappings": {"dynamic": "strict", "properties": {"name": {"type": "keyword"}}}}
            """));
    assertThat(index().at("/settings/index/gc_deletes").textValue()).isEqualTo("3h");
    assertThat(index().at("/mappings/dynamic").textValue()).isEqualTo("strict");
    assertThat(index().at("/mappings/properties/name/type").textValue()).isEqualTo("keyword");
    assertThat(index().at("/mappings/properties/_sync/properties/seq/type").textValue())
        .isEqualTo("keyword");
  }

  @Test
  void aSecondCallLeavesTheIndexAsItIs() throws Exception {
    generations.ensure(alias, Optional.empty());
    String created = index().at("/settings/index/uuid").textValue();
    generations.ensure(alias, mapping("{\"mappings\": {\"dynamic\": \"strict\"}}"));
    generations.ensure(alias, Optional.empty());
    assertThat(index().at("/settings/index/uuid").textValue()).isEqualTo(created);
    assertThat(index().at("/mappings/dynamic").textValue()).isEqualTo("false");
  }

  @Test
  void aConcreteIndexOfThatNameIsRefusedWithHowToMendIt() {
    raw.ask("PUT", "/" + alias);
    assertThatThrownBy(() -> generations.ensure(alias, Optional.empty()))
        .isInstanceOf(InvalidIndexException.class)
        .hasMessageContaining("'" + alias + "' is a concrete index")
        .hasMessageContaining("reindex it into '" + alias + "-000001'");
    assertThatThrownBy(() -> generations.compare(alias, Optional.empty()))
        .isInstanceOf(InvalidIndexException.class);
  }

  @Test
  void aBrokenMappingFileIsNamedWithItsLine() throws Exception {
    Optional<Path> broken = mapping("{\n  \"mappings\": {\n    oops\n  }\n}");
    assertThatThrownBy(() -> generations.ensure(alias, broken))
        .isInstanceOf(InvalidIndexException.class)
        .hasMessageStartingWith(broken.get() + ":3 is not JSON");
    assertThatThrownBy(() -> generations.ensure(alias, mapping("[]")))
        .hasMessageContaining("is not a JSON object");
    assertThatThrownBy(() -> generations.ensure(alias, mapping("{\"mappings\": 7}")))
        .hasMessageContaining("mapping.json: \"mappings\" must be an object");
    assertThatThrownBy(() -> generations.ensure(alias, Optional.of(folder.resolve("nowhere.json"))))
        .hasMessageContaining("nowhere.json cannot be read");
    assertThat(raw.ask("GET", "/" + alias).path("status").asInt()).isEqualTo(404);
  }

  @Test
  void aMappingThatOpenSearchRefusesIsReportedWithItsReason() throws Exception {
    Optional<Path> refused =
        mapping("{\"mappings\": {\"properties\": {\"place\": {\"type\": \"geo_blob\"}}}}");
    assertThatThrownBy(() -> generations.ensure(alias, refused))
        .isInstanceOf(InvalidIndexException.class)
        .hasMessageContaining("OpenSearch refuses to create '" + alias + "-000001'")
        .hasMessageContaining("mapping.json")
        .hasMessageContaining("No handler for type [geo_blob]");
    assertThatThrownBy(() -> generations.compare(alias, refused))
        .isInstanceOf(InvalidIndexException.class)
        .hasMessageContaining("OpenSearch refuses " + refused.get())
        .hasMessageContaining("No handler for type [geo_blob]");
  }

  @Test
  void anIndexThatLostItsAliasIsNotTakenForTheFirstGeneration() {
    raw.ask("PUT", "/" + alias + "-000001");
    assertThatThrownBy(() -> generations.ensure(alias, Optional.empty()))
        .isInstanceOf(InvalidIndexException.class)
        .hasMessageContaining("OpenSearch refuses to create '" + alias + "-000001'")
        .hasMessageContaining("already exists");
  }

  @Test
  void workersThatStartAtTheSameMomentAllSucceed() throws Exception {
    int workers = 6;
    CyclicBarrier together = new CyclicBarrier(workers);
    ExecutorService threads = Executors.newFixedThreadPool(workers);
    try {
      List<Future<?>> started = new ArrayList<>();
      for (int i = 0; i < workers; i++) {
        started.add(
            threads.submit(
                () -> {
                  together.await();
                  generations.ensure(alias, Optional.empty());
                  return null;
                }));
      }
      for (Future<?> worker : started) {
        worker.get(60, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(index().at("/aliases/" + alias).isObject()).isTrue();
  }

  @Test
  void theServerSaysWhatItIs() throws Exception {
    assertThat(generations.describeServer()).matches("opensearch \\d+\\..*");
  }
}
