package dev.tributary.sync;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.change.Change;
import dev.tributary.change.Item;
import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import dev.tributary.change.SequenceNumber;
import dev.tributary.change.Value;
import dev.tributary.config.ContentLimits;
import dev.tributary.config.Enrichment;
import dev.tributary.config.ObjectSettings;
import dev.tributary.config.Settings;
import dev.tributary.document.Action;
import dev.tributary.document.Documents;
import dev.tributary.document.Version;
import dev.tributary.enrich.Enricher;
import dev.tributary.enrich.Lacking;
import dev.tributary.enrich.objects.S3Fixture;
import dev.tributary.entity.AttributePath;
import dev.tributary.entity.Pull;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.Fence;
import dev.tributary.index.FirstGenerations;
import dev.tributary.index.Generation;
import dev.tributary.index.Generations;
import dev.tributary.index.OpenSearchFixtures;
import dev.tributary.index.OpenSearchHttp;
import dev.tributary.index.Outcome;
import dev.tributary.index.ReferenceSearch;
import dev.tributary.index.Tally;
import dev.tributary.index.Write;
import dev.tributary.local.RawOpenSearch;
import dev.tributary.local.Servers;
import dev.tributary.sync.Waits.Waiting;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Documents that lack an object, in every order in which it may come; only the table is a fake. */
class LackingIT {

  private static final String TABLE = "Places";
  private static final String BUCKET = "tributary-lacking-it";
  private static final ItemKey KEY = ItemKey.of(new Value.Text("place"));

  private static RawOpenSearch raw;
  private static OpenSearchHttp http;
  private static S3Fixture s3;

  private final Waits waits = new Waits((lack, now, due) -> {}, Clock.systemUTC(), ThreadCrew::new);
  private volatile Optional<Item> item = Optional.empty();
  private String alias;
  private Completion completion;
  private Reconciler reconciler;
  private ConflictResolver conflicts;

  @BeforeAll
  static void connect() {
    raw = new RawOpenSearch(Servers.shared().openSearch());
    http = OpenSearchFixtures.connect();
    System.setProperty("aws.accessKeyId", Servers.shared().accessKey());
    System.setProperty("aws.secretAccessKey", Servers.shared().secretKey());
    s3 = new S3Fixture(BUCKET);
  }

  @AfterAll
  static void disconnect() {
    http.close();
    s3.close();
  }

  @BeforeEach
  void start() throws Exception {
    alias = RawOpenSearch.newName();
    new Generations(http, index -> "rules").ensure(alias, Optional.empty());
    Pull text = new Pull(AttributePath.parse("page"), Pull.Source.OBJECT, new Pull.Text("body"));
    Settings settings = SyncFakes.with(SyncFakes.settings(TABLE, alias), text);
    ObjectSettings.Bucket bucket =
        new ObjectSettings.Bucket(
            List.of(),
            Optional.empty(),
            Optional.of(s3.endpoint()),
            true,
            List.of(),
            Optional.empty());
    ObjectSettings objects =
        new ObjectSettings(
            Map.of(BUCKET, bucket), 1 << 20, Duration.ofSeconds(20), 4, 1 << 20, 1 << 20);
    Documents documents = new Documents(settings);
    completion =
        new Completion(
            documents,
            new Enricher(
                new Enrichment(
                    objects, ContentLimits.DEFAULT, Duration.ofHours(1), Optional.empty()),
                "us-east-1"));
    reconciler =
        new Reconciler(
            FirstGenerations.stores(http),
            (table, key) -> item,
            completion,
            Clock.systemUTC(),
            new Tally());
    conflicts =
        new ConflictResolver(
            FirstGenerations.stores(http),
            reconciler,
            waits,
            documents.shared(),
            ThreadCrew::new,
            new Tally());
  }

  @AfterEach
  void stop() {
    conflicts.close();
    completion.close();
    raw.ask("DELETE", "/" + alias + "-000001");
  }

  private static Origin.Streamed record(int number) {
    return record(number, Instant.now().minus(Duration.ofMinutes(10)));
  }

  private static Origin.Streamed record(int number, Instant createdAt) {
    return new Origin.Streamed(
        "stream", SequenceNumber.of(String.format("%021d", number)), createdAt);
  }

  private void is(String name, String key) {
    item =
        Optional.of(
            new Item(
                Map.of(
                    "name", new Value.Text(name),
                    "page", new Value.Text("s3://" + BUCKET + "/" + key))));
  }

  private Waiting waiting(Origin.Streamed record) {
    return new Waiting(new DocumentKey(alias, "place"), TABLE, KEY, Optional.of(record));
  }

  /** As a retry does. */
  private List<Lacking> lookAgain(Origin.Streamed record) throws Exception {
    List<Lacking> lacking = new ArrayList<>();
    Target target =
        Target.ofObjects(waiting(record), Generation.first(alias), true, lacking::addAll);
    assertThat(reconciler.reconcile(target)).isEqualTo(Outcome.APPLIED);
    return lacking;
  }

  /** The change's own write, which lacks its object. */
  private Outcome writeApart(Origin.Streamed record) {
    return writeApart(record, () -> true);
  }

  private Outcome writeApart(Origin.Streamed record, Fence fence) {
    Change change = new Change.Put(TABLE, KEY, record, item.orElseThrow(), Optional.empty());
    Completed lacking = completion.unfetched(completion.actionsFor(change).get(0));
    CompletableFuture<Outcome> told = new CompletableFuture<>();
    Write write =
        new Write(
            new DocumentKey(alias, "place"),
            Generation.first(alias),
            TABLE,
            KEY,
            record,
            Version.of(record),
            Optional.of(((Action.Index) lacking.action()).body().bytes()),
            true,
            fence,
            outcome -> {});
    conflicts.resolve(List.of(write), (resolved, outcome) -> told.complete(outcome));
    return told.orTimeout(60, TimeUnit.SECONDS).join();
  }

  /** A fence that is asked before everything that is written, and does something the n-th time. */
  private static Fence before(int time, Callable<?> task) {
    AtomicInteger asked = new AtomicInteger();
    return () -> {
      try {
        return asked.incrementAndGet() != time || task.call() != null;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    };
  }

  private JsonNode source() {
    return raw.document(alias, "place").path("_source");
  }

  @Test
  void theLookThatFindsTheObjectBeforeTheChangesOwnWriteIsTheLastWord() throws Exception {
    s3.put("race", "text".getBytes(UTF_8));
    is("one", "race");
    assertThat(lookAgain(record(1))).isEmpty();
    is("two", "race");
    Origin.Streamed change = record(2);
    assertThat(lookAgain(change)).as("noted, and found before it was written").isEmpty();
    assertThat(source().path("name").asText()).as("though the object is the same").isEqualTo("two");

    assertThat(writeApart(change)).isEqualTo(Outcome.STALE);
    assertThat(source().at("/_sync/objects/0").has("pending")).isFalse();
    assertThat(raw.document(alias, "place").path("_version").asLong())
        .isGreaterThanOrEqualTo(Version.of(change));
  }

  @Test
  void whatTheStoredDocumentHasOfTheObjectStaysUntilItIsLookedAt() throws Exception {
    s3.put("kept", "first".getBytes(UTF_8));
    is("one", "kept");
    lookAgain(record(1));
    is("two", "kept");
    assertThat(writeApart(record(2))).isEqualTo(Outcome.APPLIED);
    assertThat(source().path("name").asText()).isEqualTo("two");
    assertThat(source().path("body").asText()).isEqualTo("first");
    assertThat(source().at("/_sync/objects/0/pending").asBoolean()).isTrue();

    s3.put("kept", "second".getBytes(UTF_8));
    assertThat(lookAgain(record(2))).isEmpty();
    assertThat(source().path("body").asText()).isEqualTo("second");
    assertThat(source().at("/_sync/objects/0").has("pending")).isFalse();
    assertThat(source().at("/_sync/seq").asText()).endsWith("2");
  }

  @Test
  void aLookThatComesBetweenTheTwoWritesOfAChangeIsTheLastWord() throws Exception {
    is("one", "between");
    writeApart(record(1));
    Origin.Streamed change = record(2, Instant.now());
    List<Long> versions = new ArrayList<>();
    Fence raising =
        before(
            3,
            () -> {
              versions.add(raw.document(alias, "place").path("_version").asLong());
              assertThat(source().path("_sync").path("seq").asText()).as("written").endsWith("2");
              s3.put("between", "text".getBytes(UTF_8));
              return lookAgain(change);
            });
    assertThat(writeApart(change, raising)).isEqualTo(Outcome.APPLIED);
    assertThat(versions)
        .singleElement()
        .satisfies(v -> assertThat(v).isLessThan(Version.of(change)));
    assertThat(source().path("body").asText()).isEqualTo("text");
    assertThat(source().at("/_sync/objects/0").has("pending")).isFalse();
  }

  @Test
  void aLookThatComesBeforeTheWriteOfAChangeThatHasReadIsTheLastWord() throws Exception {
    is("one", "before");
    writeApart(record(1));
    Origin.Streamed change = record(2);
    Fence writing =
        before(
            2,
            () -> {
              s3.put("before", "text".getBytes(UTF_8));
              return lookAgain(change);
            });
    assertThat(writeApart(change, writing)).isEqualTo(Outcome.APPLIED);
    assertThat(source().path("body").asText()).isEqualTo("text");
    assertThat(source().at("/_sync/objects/0").has("pending")).isFalse();
  }

  @Test
  void aLookThatFindsNothingNewWritesNothing() throws Exception {
    is("one", "never");
    assertThat(writeApart(record(1))).isEqualTo(Outcome.APPLIED);
    long version = raw.document(alias, "place").path("_version").asLong();
    assertThat(lookAgain(record(1))).hasSize(1);
    assertThat(raw.document(alias, "place").path("_version").asLong()).isEqualTo(version);
  }

  @Test
  void aDocumentThatCannotBeLookedAtKeepsNobodyElseFromIt() throws Exception {
    String reference = "s3://" + BUCKET + "/shared";
    for (String foreign : List.of("Elsewhere", "Broken")) {
      raw.ask(
          "PUT",
          "/" + alias + "/_doc/" + foreign + "?refresh=true",
          "{\"_sync\":{\"table\":\"%s\",\"pk\":\"p\",\"objects\":[{\"reference\":\"%s\"}]}}"
              .formatted(foreign, reference));
    }
    s3.put("shared", "first".getBytes(UTF_8));
    is("one", "shared");
    lookAgain(record(1));
    s3.put("shared", "second".getBytes(UTF_8));
    ObjectLooks looks =
        new ObjectLooks(
            reconciler,
            FirstGenerations.DESTINATIONS,
            new ReferenceSearch(http),
            (table, pk, sk) -> {
              if (table.equals("Broken")) {
                throw new IllegalStateException("the table does not answer");
              } else if (!table.equals(TABLE)) {
                throw new IllegalArgumentException("table 'Elsewhere' is not in the config");
              }
              return KEY;
            },
            waits,
            new Letters(new FakeLetters(), Set.of("places"), Clock.systemUTC(), ThreadCrew::new),
            (table, index) -> false,
            Set.of(alias));
    assertThatThrownBy(() -> looks.at(reference)).hasMessage("the table does not answer");
    assertThat(source().path("body").asText()).isEqualTo("second");
    raw.ask("DELETE", "/" + alias + "/_doc/Broken?refresh=true");
    looks.at(reference);
  }

  @Test
  void anItemThatIsGoneTakesItsDocumentAlong() throws Exception {
    is("one", "never");
    writeApart(record(1));
    item = Optional.empty();
    assertThat(lookAgain(record(1))).isEmpty();
    assertThat(raw.document(alias, "place").path("found").asBoolean()).isFalse();
  }
}
