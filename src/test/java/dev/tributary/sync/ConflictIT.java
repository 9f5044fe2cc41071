package dev.tributary.sync;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.change.Change;
import dev.tributary.change.Item;
import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import dev.tributary.change.SequenceNumber;
import dev.tributary.change.Value;
import dev.tributary.document.Action;
import dev.tributary.document.Documents;
import dev.tributary.document.Version;
import dev.tributary.enrich.Enricher;
import dev.tributary.index.BulkWriter;
import dev.tributary.index.Condition;
import dev.tributary.index.ConflictBranch;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.DocumentStore;
import dev.tributary.index.FirstGenerations;
import dev.tributary.index.Generation;
import dev.tributary.index.Generations;
import dev.tributary.index.OpenSearchFixtures;
import dev.tributary.index.OpenSearchHttp;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.index.Outcome;
import dev.tributary.index.Tally;
import dev.tributary.index.Write;
import dev.tributary.index.WriteResult;
import dev.tributary.index.WriterSettings;
import dev.tributary.local.RawOpenSearch;
import dev.tributary.local.Servers;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every way that a refused write can end, on a real server; only the table is a fake. */
class ConflictIT {

  private static final String TABLE = "Places";
  private static final String STREAM = "arn:stream/1";
  private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
  private static final ItemKey KEY = ItemKey.of(new Value.Text("place"));

  private static RawOpenSearch raw;
  private static OpenSearchHttp http;

  private final Deque<Runnable> onRead = new ArrayDeque<>();
  private final AtomicInteger reads = new AtomicInteger();
  private volatile Optional<Item> item = Optional.empty();
  private volatile boolean held = true;

  private final Tally tally = new Tally();
  private String alias;
  private DocumentKey document;
  private Documents documents;
  private DocumentStore store;
  private final Waits waits = new Waits((lack, now, due) -> {}, Clock.systemUTC(), ThreadCrew::new);
  private Reconciler reconciler;
  private ConflictResolver conflicts;
  private BulkWriter writer;

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
  void start() throws Exception {
    alias = RawOpenSearch.newName();
    new Generations(http, index -> "rules").ensure(alias, Optional.empty());
    document = new DocumentKey(alias, "place");
    var settings = SyncFakes.settings(TABLE, alias);
    documents = new Documents(settings);
    store = FirstGenerations.store(http, alias);
    reconciler =
        new Reconciler(
            FirstGenerations.stores(http),
            this::read,
            new Completion(documents, new Enricher(settings.enrichment(), "")),
            Clock.fixed(NOW, ZoneOffset.UTC),
            tally);
    conflicts =
        new ConflictResolver(
            FirstGenerations.stores(http),
            reconciler,
            waits,
            documents.shared(),
            ThreadCrew::new,
            tally);
    writer =
        BulkWriter.start(
            http,
            FirstGenerations.DESTINATIONS,
            conflicts,
            WriterSettings.of(settings, documents.shared()),
            tally);
  }

  @AfterEach
  void stop() {
    writer.close();
    conflicts.close();
    raw.ask("DELETE", "/" + alias + "-000001");
  }

  /** What the test wants to happen while the item is read happens just behind the read. */
  private Optional<Item> read(String table, ItemKey key) {
    assertThat(table).isEqualTo(TABLE);
    reads.incrementAndGet();
    Optional<Item> read = item;
    Runnable meanwhile = onRead.poll();
    if (meanwhile != null) {
      meanwhile.run();
    }
    return read;
  }

  private static Optional<Item> named(String name) {
    return Optional.of(
        new Item(Map.of("PK", new Value.Text("place"), "name", new Value.Text(name))));
  }

  /** A record by its number in the stream, and by how many minutes before now it was made. */
  private static Origin.Streamed record(int number, int minutesAgo) {
    return record(STREAM, number, minutesAgo);
  }

  private static Origin.Streamed record(String stream, int number, int minutesAgo) {
    String digits = String.format("%021d", number);
    return new Origin.Streamed(
        stream, SequenceNumber.of(digits), NOW.minus(Duration.ofMinutes(minutesAgo)));
  }

  private byte[] body(String name, Origin origin) {
    Change put = new Change.Put(TABLE, KEY, origin, named(name).orElseThrow(), Optional.empty());
    return ((Action.Index) documents.actionsFor(put).get(0)).body().bytes();
  }

  private Outcome put(String name, Origin.Streamed record) {
    return send(record, Optional.of(body(name, record)));
  }

  private Outcome remove(Origin.Streamed record) {
    return send(record, Optional.empty());
  }

  private Outcome send(Origin.Streamed record, Optional<byte[]> body) {
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    writer.submit(
        new Write(
            document,
            Generation.first(document.index()),
            TABLE,
            KEY,
            record,
            Version.of(record),
            body,
            false,
            () -> held,
            outcome::complete));
    return outcome.orTimeout(60, TimeUnit.SECONDS).join();
  }

  /** Writes past the writer under test. */
  private void store(byte[] body, Condition condition) {
    try {
      assertThat(store.index(document, body, condition)).isInstanceOf(WriteResult.Done.class);
    } catch (OpenSearchUnavailableException e) {
      throw new IllegalStateException(e);
    }
  }

  private void assertDocument(String name, long version) {
    JsonNode now = raw.document(alias, "place");
    assertThat(now.at("/_source/name").textValue()).isEqualTo(name);
    assertThat(now.path("_version").asLong()).isEqualTo(version);
  }

  private void assertAbsent() {
    JsonNode now = raw.document(alias, "place");
    assertThat(now.has("found")).as("%s", now).isTrue();
    assertThat(now.path("found").asBoolean()).as("%s", now).isFalse();
  }

  private JsonNode sync() {
    return raw.document(alias, "place").at("/_source/_sync");
  }

  private void assertSync(Origin.Streamed record) {
    assertThat(sync().path("stream").textValue()).isEqualTo(record.stream());
    assertThat(sync().path("seq").textValue()).isEqualTo(record.sequenceNumber().text());
    assertThat(sync().path("time").textValue()).isEqualTo(record.createdAt().toString());
  }

  private void assertReadAt() {
    assertThat(sync().path("readAt").textValue()).isEqualTo(NOW.toString());
  }

  /** How the refused writes of this test were decided, each as often as it is named. */
  private void assertDecided(ConflictBranch... branches) {
    assertThat(tally.totals().decided())
        .isEqualTo(Arrays.stream(branches).collect(groupingBy(branch -> branch, counting())));
  }

  private static long version(Origin.Streamed record) {
    return Version.of(record);
  }

  /** Makes OpenSearch forget its tombstones, which a restart would do as well. */
  private void forgetTombstones() {
    raw.ask("PUT", "/" + alias + "/_settings", "{\"index.gc_deletes\":\"0ms\"}");
    String probe = "/" + alias + "/_doc/probe?version_type=external_gte&version=";
    raw.ask("DELETE", probe + 20);
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> {
              raw.ask("POST", "/" + alias + "/_refresh");
              return raw.ask("PUT", probe + 10, "{}").path("result").asText().equals("created");
            });
  }

  private static Target target(DocumentKey document) {
    return new Target(
        document,
        Generation.first(document.index()),
        TABLE,
        KEY,
        0,
        Optional.empty(),
        () -> true,
        Target.Objects.NOT_AGAIN);
  }

  // ── The document is there ────────────────────────────────────────────────────────────────────

  @Test
  void aNewerStoredRecordMakesThisOneStale() {
    Origin.Streamed newer = record(2, 10);
    assertThat(put("newer", newer)).isEqualTo(Outcome.APPLIED);
    assertThat(put("older", record(1, 20))).isEqualTo(Outcome.STALE);
    assertThat(remove(record(1, 20))).isEqualTo(Outcome.STALE);
    assertDocument("newer", version(newer));
    assertSync(newer);
    assertThat(reads).as("the stored document says enough").hasValue(0);
    assertDecided(ConflictBranch.STALE_BY_RECORD, ConflictBranch.STALE_BY_RECORD);
  }

  @Test
  void theSameRecordAgainChangesNothing() {
    Origin.Streamed record = record(1, 10);
    put("name", record);
    assertThat(put("name", record)).isEqualTo(Outcome.APPLIED);
    assertDocument("name", version(record));
    assertThat(reads).hasValue(0);
    assertDecided();
  }

  @Test
  void aRecordWhoseClockWentBackIsReconciled() {
    Origin.Streamed first = record(1, 10);
    Origin.Streamed second = record(2, 20);
    put("first", first);
    item = named("second");
    assertThat(put("second", second)).isEqualTo(Outcome.APPLIED);
    assertDocument("second", version(first) + 1);
    assertSync(first);
    assertReadAt();
  }

  @Test
  void theSameRecordAgainIsStaleAfterAReconcileRaisedTheVersion() {
    aRecordWhoseClockWentBackIsReconciled();
    long raised = version(record(1, 10)) + 1;
    int before = reads.get();
    assertThat(put("first", record(1, 10))).isEqualTo(Outcome.STALE);
    assertThat(reads).hasValue(before);
    assertDocument("second", raised);
    assertDecided(ConflictBranch.EARLIER_RECORD, ConflictBranch.STALE_BY_RECORD);
  }

  @Test
  void aRemovalWhoseClockWentBackRemovesTheDocument() {
    put("first", record(1, 10));
    assertThat(remove(record(2, 20))).isEqualTo(Outcome.APPLIED);
    assertAbsent();
    assertDecided(ConflictBranch.EARLIER_RECORD);
  }

  @Test
  void aReconcileTakesTheItemAsItIsNowAndNotTheRefusedRecord() {
    put("first", record(1, 10));
    item = named("third");
    assertThat(put("second", record(2, 20))).isEqualTo(Outcome.APPLIED);
    assertDocument("third", version(record(1, 10)) + 1);
    assertDecided(ConflictBranch.EARLIER_RECORD);
  }

  @Test
  void whatABackfillReadAfterTheRecordMakesItStale() {
    long pageVersion = Version.ofRead(NOW, Reconciler.MARGIN);
    Origin.Read read = new Origin.Read(NOW, Optional.empty());
    store(body("read", read), new Condition.AtVersion(pageVersion));
    assertThat(put("older", record(1, 10))).isEqualTo(Outcome.STALE);
    assertThat(reads).hasValue(0);
    assertDocument("read", pageVersion);
    assertDecided(ConflictBranch.STALE_BY_READ);
  }

  /** Found by the model: the record came after the read, but DynamoDB's clock had gone back. */
  @Test
  void aRecordThatIsNotSurelyOlderThanABackfillsReadIsReconciled() {
    // A reconcile has raised it since.
    long pageVersion = Version.ofRead(NOW, Duration.ofMinutes(1));
    Origin.Read read = new Origin.Read(NOW, Optional.empty());
    store(body("read", read), new Condition.AtVersion(pageVersion));
    item = named("newer");
    assertThat(put("newer", record(1, 3))).isEqualTo(Outcome.APPLIED);
    assertDocument("newer", pageVersion + 1);
    assertDecided(ConflictBranch.EARLIER_READ);
  }

  @Test
  void aDocumentThatTributaryDidNotWriteIsReconciled() {
    long high = version(record(1, 0)) + 7;
    store("{\"name\":\"foreign\"}".getBytes(UTF_8), new Condition.AtVersion(high));
    item = named("ours");
    assertThat(put("ours", record(1, 10))).isEqualTo(Outcome.APPLIED);
    assertDocument("ours", high + 1);
    assertReadAt();
    assertThat(sync().has("seq")).isFalse();
    assertDecided(ConflictBranch.NOT_OURS);
  }

  @Test
  void aDocumentOfAnotherStreamIsReconciled() {
    Origin.Streamed before = record("arn:stream/0", 99, 5);
    store(body("before", before), new Condition.AtVersion(version(before)));
    item = named("now");
    assertThat(put("now", record(1, 10))).isEqualTo(Outcome.APPLIED);
    assertDocument("now", version(before) + 1);
    assertSync(before);
    assertReadAt();
    assertDecided(ConflictBranch.OTHER_STREAM);
  }

  @Test
  void aRecordThatIsNewerThanTheReadIsNotStaleThoughTheReconciledVersionIsHigher() {
    // Reconciled without a record's number, at a version that no record reaches for years.
    long high = 1L << 62;
    store("{\"name\":\"foreign\"}".getBytes(UTF_8), new Condition.AtVersion(high));
    item = named("first");
    put("first", record(1, 10));
    assertDocument("first", high + 1);

    item = named("second");
    assertThat(put("second", record(2, 0))).isEqualTo(Outcome.APPLIED);
    assertDocument("second", high + 2);
    assertDecided(ConflictBranch.NOT_OURS, ConflictBranch.EARLIER_READ);
  }

  @Test
  void aDocumentWhoseSyncCannotBeReadIsReconciledAndStopsNobody() {
    long high = version(record(1, 0));
    store(
        "{\"name\":\"odd\",\"_sync\":{\"stream\":\"arn:stream/1\",\"seq\":\"odd\"}}"
            .getBytes(UTF_8),
        new Condition.AtVersion(high));
    item = named("ours");
    assertThat(put("ours", record(1, 10))).isEqualTo(Outcome.APPLIED);
    assertDocument("ours", high + 1);
    assertDecided(ConflictBranch.NOT_OURS);
  }

  // ── Documents that another program writes too ────────────────────────────────────────────────

  private void share() {
    writer.close();
    conflicts.close();
    conflicts =
        new ConflictResolver(
            FirstGenerations.stores(http),
            reconciler,
            waits,
            Set.of(alias),
            ThreadCrew::new,
            tally);
    writer =
        BulkWriter.start(
            http,
            FirstGenerations.DESTINATIONS,
            conflicts,
            WriterSettings.of(SyncFakes.settings(TABLE, alias), Set.of(alias)),
            tally);
  }

  @Test
  void aSharedDocumentFollowsItsItemThoughThisWorkersClockIsAhead() {
    share();
    item = named("first");
    assertThat(put("first", record(1, 10))).isEqualTo(Outcome.APPLIED);
    item = named("second");
    assertThat(put("second", record(2, 9))).isEqualTo(Outcome.APPLIED);
    assertThat(raw.document(alias, "place").at("/_source/name").textValue()).isEqualTo("second");
    assertSync(record(2, 9));

    int before = reads.get();
    assertThat(put("first", record(1, 10))).as("a replay").isEqualTo(Outcome.STALE);
    assertThat(reads).hasValue(before);
    item = Optional.empty();
    assertThat(remove(record(3, 8))).isEqualTo(Outcome.APPLIED);
    assertAbsent();
    assertDecided(
        ConflictBranch.APART_RECONCILED,
        ConflictBranch.APART_RECONCILED,
        ConflictBranch.APART_STALE,
        ConflictBranch.APART_RECONCILED);
  }

  // ── The document is absent ───────────────────────────────────────────────────────────────────

  @Test
  void aTombstoneMakesARecordOfARemovedItemStale() {
    put("name", record(1, 20));
    remove(record(3, 10));
    assertThat(put("late", record(2, 15))).isEqualTo(Outcome.STALE);
    assertThat(reads).hasValue(1);
    assertAbsent();
    assertDecided(ConflictBranch.TOMBSTONE_ITEM_GONE);
  }

  @Test
  void aTombstoneMakesALateRemovalStale() {
    put("name", record(1, 20));
    remove(record(3, 10));
    assertThat(remove(record(2, 15))).isEqualTo(Outcome.STALE);
    assertThat(reads).hasValue(0);
    assertAbsent();
    assertDecided(ConflictBranch.ALREADY_GONE);
  }

  @Test
  void anItemThatIsThereIsCreatedAgainAboveItsTombstone() {
    put("name", record(1, 20));
    Origin.Streamed removal = record(2, 10);
    remove(removal);
    item = named("newest");
    Origin.Streamed refused = record(3, 15);
    assertThat(put("late", refused)).isEqualTo(Outcome.APPLIED);
    assertDocument("newest", version(removal) + 1);
    assertSync(refused);
    assertReadAt();
    assertDecided(ConflictBranch.TOMBSTONE_CREATED);
  }

  @Test
  void anItemThatIsThereIsCreatedAtTheRefusedVersionWhereTheTombstoneWasForgotten() {
    remove(record(2, 10));
    item = named("newest");
    onRead.add(this::forgetTombstones);
    Origin.Streamed refused = record(3, 15);
    assertThat(put("late", refused)).isEqualTo(Outcome.APPLIED);
    assertDocument("newest", version(refused));
    assertSync(refused);
    assertThat(put("older", record(1, 20))).as("a late duplicate").isEqualTo(Outcome.STALE);
    assertDocument("newest", version(refused));
    assertDecided(ConflictBranch.TOMBSTONE_CREATED, ConflictBranch.STALE_BY_RECORD);
  }

  @Test
  void aDocumentThatAppearedMeanwhileAtALowVersionEndsAtTheRefusedOnes() {
    remove(record(2, 10));
    item = named("newest");
    onRead.add(
        () -> {
          forgetTombstones();
          store(body("older", record(1, 20)), new Condition.Absent());
        });
    Origin.Streamed refused = record(3, 15);
    assertThat(put("late", refused)).isEqualTo(Outcome.APPLIED);
    assertThat(raw.document(alias, "place").at("/_source/name").textValue()).isEqualTo("newest");
    assertThat(raw.document(alias, "place").path("_version").asLong())
        .as("else a late duplicate would overwrite it")
        .isGreaterThanOrEqualTo(version(refused));
    assertDecided(ConflictBranch.TOMBSTONE_RACED);
  }

  @Test
  void anItemRemovedBehindItsCreationIsRemovedByItsOwnRecord() {
    put("name", record(1, 20));
    remove(record(3, 10));
    item = named("newest");
    onRead.add(() -> item = Optional.empty());
    put("late", record(2, 15));
    assertThat(remove(record(4, 1))).isEqualTo(Outcome.APPLIED);
    assertAbsent();
    assertDecided(ConflictBranch.TOMBSTONE_CREATED);
  }

  // ── Reconcile, while others write ────────────────────────────────────────────────────────────

  @Test
  void aWriterBetweenTheReadAndTheWriteMakesTheReconcileStartAgain() {
    Origin.Streamed first = record(1, 10);
    Origin.Streamed third = record(3, 5);
    put("first", first);
    item = named("second");
    onRead.add(
        () -> {
          item = named("third");
          store(body("third", third), new Condition.AtVersion(version(third)));
        });
    assertThat(put("second", record(2, 20))).isEqualTo(Outcome.APPLIED);
    assertThat(reads).hasValue(2);
    assertDocument("third", version(third) + 1);
    assertSync(third);
    assertDecided(ConflictBranch.EARLIER_RECORD, ConflictBranch.RECONCILED_AGAIN);
  }

  @Test
  void anotherReconcileInBetweenIsNotOverwrittenThoughItWroteTheVersionThatThisOneWould()
      throws Exception {
    Origin.Streamed first = record(1, 10);
    put("first", first);
    var seen = store.find(document).orElseThrow();
    item = named("second");
    onRead.add(
        () -> {
          item = named("third");
          store(
              body("third", new Origin.Read(NOW, Optional.of(first))),
              new Condition.Unchanged(seen.seqNo(), seen.primaryTerm()));
        });
    assertThat(put("second", record(2, 20))).isEqualTo(Outcome.APPLIED);
    assertDocument("third", version(first) + 2);
    assertThat(reads).hasValue(2);
    assertDecided(ConflictBranch.EARLIER_RECORD, ConflictBranch.RECONCILED_AGAIN);
  }

  @Test
  void aDocumentDeletedBetweenTheReadAndTheWriteIsNotBroughtBack() {
    put("first", record(1, 10));
    item = named("second");
    onRead.add(
        () -> {
          item = Optional.empty();
          raw.ask(
              "DELETE",
              "/"
                  + alias
                  + "/_doc/place?version_type=external_gte&version="
                  + version(record(3, 5)));
        });
    put("second", record(2, 20));
    assertAbsent();
    assertDecided(ConflictBranch.EARLIER_RECORD, ConflictBranch.RECONCILED_AGAIN);
  }

  @Test
  void anAbsentDocumentIsWrittenAsABackfillWouldWriteIt() throws Exception {
    item = named("name");
    assertThat(reconciler.reconcile(target(document))).isEqualTo(Outcome.APPLIED);
    assertDocument("name", Version.ofRead(NOW, Reconciler.MARGIN));
    assertReadAt();
    assertThat(sync().has("seq")).isFalse();
  }

  @Test
  void anAbsentDocumentIsWrittenPastATombstoneOfAHigherVersion() throws Exception {
    Origin.Streamed removal = record(1, 0);
    remove(removal);
    item = named("name");
    assertThat(reconciler.reconcile(target(document))).isEqualTo(Outcome.APPLIED);
    assertDocument("name", version(removal) + 1);
  }

  @Test
  void anItemRemovedWhileItsAbsentDocumentIsWrittenLeavesNothing() throws Exception {
    item = named("name");
    onRead.add(() -> item = Optional.empty());
    assertThat(reconciler.reconcile(target(document))).isEqualTo(Outcome.APPLIED);
    assertAbsent();
    assertDecided(ConflictBranch.RECONCILED_AGAIN);
  }

  @Test
  void anAbsentItemWithoutADocumentIsWell() throws Exception {
    assertThat(reconciler.reconcile(target(document))).isEqualTo(Outcome.APPLIED);
    assertAbsent();
  }

  @Test
  void anItemThatNoLongerMakesThisDocumentLeavesNoneBehind() throws Exception {
    DocumentKey other = new DocumentKey(alias, "former");
    store.index(other, body("former", record(1, 10)), new Condition.AtVersion(5));
    item = named("name");
    assertThat(reconciler.reconcile(target(other))).isEqualTo(Outcome.APPLIED);
    assertThat(raw.document(alias, "former").path("found").asBoolean()).isFalse();
  }

  // ── The fence, and what does not answer ──────────────────────────────────────────────────────

  @Test
  void aShardLostWhileTheItemIsReadWritesNothing() {
    Origin.Streamed first = record(1, 10);
    put("first", first);
    item = named("second");
    onRead.add(() -> held = false);
    assertThat(put("second", record(2, 20))).isEqualTo(Outcome.FENCED);
    assertDocument("first", version(first));
  }

  @Test
  void aShardLostWhileTheItemIsReadCreatesNothing() {
    remove(record(2, 10));
    item = named("newest");
    onRead.add(() -> held = false);
    assertThat(put("late", record(3, 15))).isEqualTo(Outcome.FENCED);
    assertAbsent();
  }

  @Test
  void aLostShardIsFencedThoughItsItemCannotBeRead() {
    put("first", record(1, 10));
    Runnable away =
        () -> {
          held = reads.get() < 2;
          throw new IllegalStateException("DynamoDB is away");
        };
    onRead.add(away);
    onRead.add(away);
    onRead.add(away);
    assertThat(put("second", record(2, 20))).isEqualTo(Outcome.FENCED);
    assertThat(reads).hasValue(2);
  }

  @Test
  void anItemThatCannotBeReadIsReadAgain() {
    put("first", record(1, 10));
    item = named("second");
    onRead.add(
        () -> {
          throw new IllegalStateException("DynamoDB is away");
        });
    assertThat(put("second", record(2, 20))).isEqualTo(Outcome.APPLIED);
    assertDocument("second", version(record(1, 10)) + 1);
    assertDecided(ConflictBranch.EARLIER_RECORD);
  }

  @Test
  void aTableThatIsAwayForLongMakesNoDeadLetter() {
    put("first", record(1, 10));
    item = named("second");
    for (int i = 0; i < 8; i++) {
      onRead.add(
          () -> {
            throw new IllegalStateException("DynamoDB is away");
          });
    }
    assertThat(put("second", record(2, 20))).isEqualTo(Outcome.APPLIED);
  }

  @Test
  void aFaultOfOursThatLastsEndsTheWriteWithItsTrace() {
    put("first", record(1, 10));
    for (int i = 0; i < 20; i++) {
      onRead.add(
          () -> {
            throw new IllegalArgumentException("the item cannot be read");
          });
    }
    assertThat(put("second", record(2, 20)))
        .isInstanceOfSatisfying(
            Outcome.Rejected.class,
            rejected -> {
              assertThat(rejected.reason())
                  .startsWith("a fault of Tributary's")
                  .contains("the item cannot be read");
              assertThat(rejected.trace().orElseThrow()).contains("\tat dev.tributary.sync");
            });
    assertDocument("first", version(record(1, 10)));
  }
}
