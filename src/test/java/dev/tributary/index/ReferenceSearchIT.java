package dev.tributary.index;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tributary.index.ReferringDocument.Named;
import dev.tributary.local.RawOpenSearch;
import dev.tributary.local.Servers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReferenceSearchIT {

  private static final String A = "s3://parks/boundaries/a b+c%\"é\".json";
  private static final String B = "s3://parks/boundaries/b.json?versionId=1";

  private static RawOpenSearch raw;
  private static OpenSearchHttp http;

  private final String alias = RawOpenSearch.newName();
  private final ReferenceSearch search = new ReferenceSearch(http);
  private final DocumentStore store = FirstGenerations.store(http, alias);

  @BeforeAll
  static void connect() {
    raw = new RawOpenSearch(Servers.shared().openSearch());
    http = OpenSearchFixtures.connect();
  }

  @AfterAll
  static void disconnect() {
    http.close();
  }

  @BeforeEach
  void createIndex() throws Exception {
    new Generations(http, index -> "rules").ensure(alias, Optional.empty());
    // So that what is found was made visible by the search.
    raw.ask("PUT", "/" + alias + "/_settings", "{\"index.refresh_interval\":-1}");
  }

  private void write(String id, String sync, long version) throws Exception {
    String body = "{\"name\":\"x\",\"_sync\":" + sync + "}";
    store.index(new DocumentKey(alias, id), body.getBytes(UTF_8), new Condition.AtVersion(version));
  }

  private static String sync(String pk, String objects) {
    return "{\"table\":\"T\",\"pk\":\"%s\",\"seq\":\"007\",\"objects\":[%s]}"
        .formatted(pk, objects);
  }

  private static String object(String reference) {
    return "{\"attribute\":\"url\",\"reference\":\"%s\",\"pending\":true}"
        .formatted(reference.replace("\"", "\\\""));
  }

  private List<ReferringDocument> find(String reference) throws Exception {
    List<ReferringDocument> found = new ArrayList<>();
    search.find(alias, reference, found::add);
    return found;
  }

  private List<String> all() throws Exception {
    List<String> found = new ArrayList<>();
    search.all(alias, document -> found.add(document.pk()));
    return found;
  }

  @Test
  void findsWhatNamesTheObjectAndSaysAllOfIt() throws Exception {
    write("a#1", sync("a", object(A)).replace("\"seq\"", "\"sk\":\"1\",\"seq\""), 7);
    write(
        "b",
        sync(
            "b",
            object(B)
                + ",{\"attribute\":\"shape\",\"reference\":\"%s\",\"etag\":\"\\\"e\\\"\",\"pending\":false}"
                    .formatted(A.replace("\"", "\\\""))),
        9);
    write("c", sync("c", object(B)), 1);
    write("none", "{\"table\":\"T\",\"pk\":\"none\",\"seq\":\"007\"}", 1);
    write("foreign", "{\"objects\":[%s]}".formatted(object(A)), 1);

    assertThat(find(A))
        .containsExactlyInAnyOrder(
            new ReferringDocument(
                "a#1",
                "T",
                "a",
                Optional.of("1"),
                7,
                List.of(new Named("url", A, Optional.empty(), true))),
            new ReferringDocument(
                "b",
                "T",
                "b",
                Optional.empty(),
                9,
                List.of(
                    new Named("url", B, Optional.empty(), true),
                    new Named("shape", A, Optional.of("\"e\""), false))));
    assertThat(find("s3://parks/boundaries/a")).isEmpty();
    assertThat(all()).containsExactlyInAnyOrder("a", "b", "c");
  }

  @Test
  void findsWhatWasWrittenJustBeforeAndNotWhatWasDeleted() throws Exception {
    for (int version = 1; version <= 5; version++) {
      write("a", sync("a", object(version % 2 == 1 ? A : B)), version);
      assertThat(find(A)).hasSize(version % 2);
    }
    store.delete(new DocumentKey(alias, "a"), new Condition.AtVersion(6));
    assertThat(find(A)).isEmpty();
  }

  private void writeMany(int count) {
    StringBuilder bulk = new StringBuilder();
    for (int i = 0; i < count; i++) {
      bulk.append("{\"index\":{\"_id\":\"%d\"}}\n".formatted(i))
          .append("{\"_sync\":%s}\n".formatted(sync("pk" + i, object(B))));
    }
    assertThat(raw.ask("POST", "/" + alias + "/_bulk", bulk.toString()).path("errors").asBoolean())
        .isFalse();
  }

  private void awaitNoScroll() {
    await()
        .untilAsserted(
            () ->
                assertThat(
                        raw.ask("GET", "/" + alias + "/_stats/search")
                            .at("/_all/total/search/scroll_current")
                            .asInt(-1))
                    .isZero());
  }

  @Test
  void findsEachOfManyOnceThoughTheyAreWrittenMeanwhile() throws Exception {
    writeMany(1_300);
    List<String> found = new ArrayList<>();
    search.find(
        alias,
        B,
        document -> {
          found.add(document.pk());
          if (found.size() % 100 == 0) {
            write(document.id(), sync(document.pk(), object(A)), Long.MAX_VALUE - 1);
          }
        });
    assertThat(found).hasSize(1_300).doesNotHaveDuplicates();
    assertThat(all()).hasSize(1_300).doesNotHaveDuplicates();
    assertThat(find(A)).hasSize(13);
    awaitNoScroll();
  }

  @Test
  void aPageThatIsJustFullIsNotTheLast() throws Exception {
    writeMany(500);
    assertThat(all()).hasSize(500);
    writeMany(501);
    assertThat(all()).hasSize(501);
  }

  @Test
  void whatTheCallerThrowsEndsTheSearch() {
    writeMany(700);
    assertThatThrownBy(
            () ->
                search.all(
                    alias,
                    document -> {
                      throw new IOException("enough");
                    }))
        .isInstanceOf(IOException.class);
    awaitNoScroll();
  }

  @Test
  void aMissingIndexIsNotAnEmptyOne() {
    assertThatThrownBy(() -> search.find(RawOpenSearch.newName(), A, document -> {}))
        .isInstanceOf(OpenSearchUnavailableException.class);
  }

  @Test
  void aPartThatDoesNotAnswerIsNotAnEmptyOne() throws Exception {
    write("a", sync("a", object(A)), 1);
    raw.ask(
        "PUT",
        "/" + alias + "-000002",
        """
        {"aliases":{"ALIAS":{}},"mappings":{"properties":{"_sync":{"properties":{
        "objects":{"properties":{"reference":{"type":"integer"}}}}}}}}
        """
            .replace("ALIAS", alias));
    assertThatThrownBy(() -> find(A)).isInstanceOf(OpenSearchUnavailableException.class);
    assertThat(find("7")).isEmpty();
  }
}
