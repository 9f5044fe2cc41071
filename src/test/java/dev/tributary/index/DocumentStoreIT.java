package dev.tributary.index;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.change.SequenceNumber;
import dev.tributary.index.WriteResult.Conflict;
import dev.tributary.index.WriteResult.Done;
import dev.tributary.local.RawOpenSearch;
import dev.tributary.local.Servers;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DocumentStoreIT {

  private static RawOpenSearch raw;
  private static OpenSearchHttp http;
  private static String alias;

  private DocumentKey document;
  private final DocumentStore store = FirstGenerations.store(http, alias);

  @BeforeAll
  static void connect() throws Exception {
    raw = new RawOpenSearch(Servers.shared().openSearch());
    http = OpenSearchFixtures.connect();
    alias = RawOpenSearch.newName();
    new Generations(http, index -> "rules").ensure(alias, Optional.empty());
  }

  @AfterAll
  static void disconnect() {
    http.close();
  }

  @BeforeEach
  void newDocument() {
    document = new DocumentKey(alias, RawOpenSearch.newName());
  }

  private static byte[] body(String name) {
    return ("{\"name\":\"" + name + "\"}").getBytes(UTF_8);
  }

  private JsonNode now() {
    return raw.document(alias, document.id());
  }

  private String name() {
    return now().path("_source").path("name").textValue();
  }

  private WriteResult index(String name, Condition condition) throws Exception {
    return store.index(document, body(name), condition);
  }

  private static Condition at(long version) {
    return new Condition.AtVersion(version);
  }

  private static Conflict conflictWith(long version) {
    return new Conflict(OptionalLong.of(version));
  }

  private Condition unchanged() throws Exception {
    StoredDocument stored = store.find(document).orElseThrow();
    return new Condition.Unchanged(stored.seqNo(), stored.primaryTerm());
  }

  @Test
  void aVersionPassesUnlessTheStoredOneIsHigher() throws Exception {
    assertThat(index("five", at(5))).isEqualTo(new Done(5));
    assertThat(index("four", at(4))).isEqualTo(conflictWith(5));
    assertThat(name()).isEqualTo("five");
    assertThat(index("five again", at(5))).isEqualTo(new Done(5));
    assertThat(name()).isEqualTo("five again");
    assertThat(index("six", at(6))).isEqualTo(new Done(6));
    assertThat(now().path("_version").asLong()).isEqualTo(6);
  }

  @Test
  void aDeletePassesByTheSameRuleAndLeavesATombstone() throws Exception {
    index("five", at(5));
    assertThat(store.delete(document, at(4))).isEqualTo(conflictWith(5));
    assertThat(store.delete(document, at(7))).isEqualTo(new Done(7));
    assertThat(index("six", at(6))).isEqualTo(conflictWith(7));
    assertThat(now().path("found").asBoolean()).isFalse();
    assertThat(index("seven", at(7))).isEqualTo(new Done(7));
  }

  @Test
  void aDeleteOfNothingIsDone() throws Exception {
    assertThat(store.delete(document, at(3))).isEqualTo(new Done(3));
  }

  @Test
  void whatIsUnchangedIsWrittenAtTheNextVersion() throws Exception {
    index("old", at(100));
    assertThat(index("new", unchanged())).isEqualTo(new Done(101));
    assertThat(name()).isEqualTo("new");
  }

  @Test
  void whatWasWrittenSinceItWasReadIsLeftAlone() throws Exception {
    index("old", at(100));
    Condition unchanged = unchanged();
    index("newer", at(200));
    assertThat(index("mine", unchanged)).isEqualTo(new Conflict());
    assertThat(store.delete(document, unchanged)).isEqualTo(new Conflict());
    assertThat(name()).isEqualTo("newer");
  }

  @Test
  void whatWasDeletedSinceItWasReadStaysAbsent() throws Exception {
    index("old", at(100));
    Condition unchanged = unchanged();
    store.delete(document, at(200));
    assertThat(index("mine", unchanged)).isEqualTo(new Conflict());
    assertThat(store.delete(document, unchanged)).isEqualTo(new Conflict());
    assertThat(now().path("found").asBoolean()).isFalse();
  }

  @Test
  void whatIsUnchangedIsDeleted() throws Exception {
    index("old", at(100));
    assertThat(store.delete(document, unchanged())).isEqualTo(new Done(101));
    assertThat(now().path("found").asBoolean()).isFalse();
  }

  @Test
  void anAbsentDocumentIsCreatedAndAPresentOneIsNot() throws Exception {
    assertThat(index("first", new Condition.Absent())).isEqualTo(new Done(1));
    assertThat(index("second", new Condition.Absent())).isEqualTo(conflictWith(1));
    assertThat(name()).isEqualTo("first");
  }

  @Test
  void aCreationBehindATombstoneIsAboveIt() throws Exception {
    store.delete(document, at(50));
    assertThat(index("again", new Condition.Absent())).isEqualTo(new Done(51));
  }

  @Test
  void findsSeveralInTheOrderOfTheirKeys() throws Exception {
    String sync =
        """
        {"name":"x","_sync":{"table":"T","pk":"p","stream":"arn","seq":"007",
        "time":"2026-01-01T00:00:00Z"}}
        """
            .replace("\n", "");
    store.index(document, sync.getBytes(UTF_8), at(9));
    DocumentKey absent = new DocumentKey(alias, "absent");
    DocumentKey foreign = new DocumentKey(alias, "foreign");
    store.index(foreign, body("foreign"), new Condition.Absent());

    List<Optional<StoredDocument>> found = store.find(List.of(absent, document, foreign));
    assertThat(found.get(0)).isEmpty();
    StoredDocument ours = found.get(1).orElseThrow();
    assertThat(ours.ours()).isTrue();
    assertThat(ours.version()).isEqualTo(9);
    assertThat(ours.stream()).contains("arn");
    assertThat(ours.sequenceNumber()).contains(SequenceNumber.of("7"));
    assertThat(found.get(2).orElseThrow().ours()).isFalse();
  }

  @Test
  void aMissingAliasIsWaitedForAndNeverMadeByAccident() {
    DocumentKey nowhere = new DocumentKey(RawOpenSearch.newName(), "a");
    DocumentStore store = FirstGenerations.store(http, nowhere.index());
    assertThatThrownBy(() -> store.find(nowhere))
        .isInstanceOf(OpenSearchUnavailableException.class)
        .hasMessageContaining(nowhere.index());
    assertThatThrownBy(() -> store.index(nowhere, body("x"), at(1)))
        .isInstanceOf(OpenSearchUnavailableException.class);
    assertThatThrownBy(() -> store.index(nowhere, body("x"), new Condition.Absent()))
        .isInstanceOf(OpenSearchUnavailableException.class);
    assertThatThrownBy(() -> store.delete(nowhere, at(1)))
        .isInstanceOf(OpenSearchUnavailableException.class);
    assertThat(raw.ask("GET", "/" + nowhere.index() + "*").isEmpty()).isTrue();
  }

  @Test
  void aServerThatDoesNotAnswerIsUnavailable() {
    try (OpenSearchHttp dead = OpenSearchFixtures.connect(URI.create("http://localhost:1"))) {
      assertThatThrownBy(() -> FirstGenerations.store(dead, alias).find(document))
          .isInstanceOf(OpenSearchUnavailableException.class)
          .hasMessageStartingWith("no answer");
    }
  }

  @Test
  void aDocumentThatTheMappingRefusesIsRefusedWithItsReason() throws Exception {
    String strict = RawOpenSearch.newName();
    raw.ask(
        "PUT",
        "/" + strict + "-000001",
        "{\"aliases\":{\""
            + strict
            + "-000001-write\":{}},\"mappings\":{\"properties\":{\"name\":{\"type\":\"long\"}}}}");
    WriteResult result =
        FirstGenerations.store(http, strict)
            .index(new DocumentKey(strict, "a"), body("text"), at(1));
    assertThat(result).isInstanceOf(WriteResult.Refused.class);
    assertThat(((WriteResult.Refused) result).reason())
        .startsWith("mapper_parsing_exception")
        .contains("[name]");
  }

  @Test
  void aForeignSyncThatCannotBeReadIsNotOurs() throws Exception {
    store.index(
        document,
        "{\"_sync\":{\"stream\":\"arn\",\"seq\":\"not a number\"}}".getBytes(UTF_8),
        at(9));
    StoredDocument stored = store.find(document).orElseThrow();
    assertThat(stored.ours()).isFalse();
    assertThat(stored.sequenceNumber()).isEmpty();
  }
}
