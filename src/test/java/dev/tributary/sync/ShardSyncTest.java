package dev.tributary.sync;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tributary.change.Change;
import dev.tributary.change.Fault;
import dev.tributary.change.Item;
import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import dev.tributary.change.SequenceNumber;
import dev.tributary.change.Value;
import dev.tributary.config.Settings;
import dev.tributary.document.Documents;
import dev.tributary.document.Version;
import dev.tributary.entity.AttributePath;
import dev.tributary.entity.Pull;
import dev.tributary.entity.Swapped;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.Fence;
import dev.tributary.index.FirstGenerations;
import dev.tributary.index.Outcome;
import dev.tributary.index.Write;
import dev.tributary.stream.LeasedShard;
import dev.tributary.stream.UnreadableRecord;
import dev.tributary.sync.SyncFakes.FakeHolds;
import dev.tributary.sync.SyncFakes.FakeShard;
import dev.tributary.sync.SyncFakes.FakeSink;
import dev.tributary.table.DeadLetters;
import dev.tributary.table.DeadLetters.Letter;
import dev.tributary.table.PendingObjects.Lack;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ShardSyncTest {

  private static final Instant CREATED = Instant.parse("2026-01-01T00:00:00Z");

  private final FakeShard shard = new FakeShard();
  private final FakeSink sink = new FakeSink();
  private final FakeLetters stored = new FakeLetters();
  private final Semaphore letterStore = new Semaphore(100);
  private final Letters letters =
      new Letters(stored, Set.of("places", "archive"), Clock.systemUTC(), ThreadCrew::new);
  private final List<Lack> lacks = new CopyOnWriteArrayList<>();
  private final Waits waits =
      new Waits((lack, at, due) -> lacks.add(lack), Clock.systemUTC(), ThreadCrew::new);
  private final FakeHolds holds = new FakeHolds();
  private final Gates gates =
      new Gates(
          holds,
          FirstGenerations.DESTINATIONS,
          "worker",
          new Refusals(4),
          Clock.systemUTC(),
          ThreadCrew::new);
  private final Map<DocumentKey, Consumer<Outcome>> reconciled = new ConcurrentHashMap<>();
  private final Steps.Again again =
      (change, fence, outcome) -> reconciled.put(change.document(), outcome);
  private final Room room = new Room(100_000);
  private long now;
  private final Stopping stopping = new Stopping(() -> now);
  private final List<ShardSync> closed = new ArrayList<>();
  private final List<Long> finishedAfter = new CopyOnWriteArrayList<>();
  private final Flow flow =
      new Flow(
          new Timings() {
            @Override
            public void finished(long nanosSinceReceived, long millisSinceCreated) {
              finishedAfter.add(nanosSinceReceived);
            }

            @Override
            public void bulk(int actions, long bytes, long nanos) {}
          },
          Clock.systemUTC(),
          System::nanoTime);
  private final ShardWatch watch =
      new ShardWatch(Clock.systemUTC(), Duration.ofMillis(50), 2, flow);
  private final ShardSync sync = syncOf("places");

  private Steps stepsOf(Completion completion) {
    return new Steps(completion, gates, waits, sink, letters, again);
  }

  private ShardSync syncOf(String... indexes) {
    Completion completion =
        new Completion(new Documents(SyncFakes.settings("Places", indexes)), SyncFakes.enricher());
    return new ShardSync(
        shard, stepsOf(completion), Selection.ALL, room, stopping, watch, closed::add);
  }

  @BeforeEach
  void holdTheLetterStore() {
    stored.before = letterStore::acquireUninterruptibly;
  }

  private static Origin.Streamed record(int number) {
    return new Origin.Streamed("stream", seq(number), CREATED);
  }

  private static SequenceNumber seq(int number) {
    return SequenceNumber.of(String.valueOf(number));
  }

  private static Change remove(int number) {
    return new Change.Remove("Places", key(number), record(number), Optional.empty(), false);
  }

  private static ItemKey key(int number) {
    return ItemKey.of(new Value.Text("item" + number));
  }

  private static Change ofUnknownTable(int number) {
    return new Change.Remove("Elsewhere", key(number), record(number), Optional.empty(), false);
  }

  private void accept(int... numbers) {
    List<Change> changes = new ArrayList<>();
    for (int number : numbers) {
      changes.add(remove(number));
    }
    sync.accept(changes);
  }

  private static DocumentKey document(int number) {
    return new DocumentKey("places", "item" + number);
  }

  private Letter letter() {
    assertThat(stored.letters).hasSize(1);
    return stored.letters.values().iterator().next();
  }

  private void tell(int number, Outcome outcome) {
    sink.finish(document(number), outcome);
  }

  @AfterEach
  void close() {
    letterStore.release(100);
    letters.close();
  }

  @Test
  void aReadThatBringsManySaysThatTheShardIsBehind() {
    accept(1, 2);
    Fence fence = sink.fence(document(1));
    assertThat(fence.behind()).isTrue();
    accept(3);
    assertThat(fence.behind()).as("a small read").isFalse();
    accept(4, 5);
    accept();
    assertThat(fence.behind()).as("an empty read").isFalse();
  }

  @Test
  void whereThereIsNoRoomForMoreNothingGathers() {
    accept(1, 2);
    Fence fence = sink.fence(document(1));
    assertThat(room.take(100_000 - room.used(), () -> true)).isTrue();
    assertThat(fence.behind()).isTrue();
    assertThat(room.take(1, () -> true)).isFalse();
    assertThat(fence.behind()).as("one waits for room").isFalse();
    room.give(50_000);
    assertThat(fence.behind()).isTrue();
  }

  @Test
  void aReplacedChangeTakesLittleRoomAndIsFinishedOnlyWithTheOneThatReplacedIt() {
    accept(1, 2);
    long two = room.used();
    Write.End replaced = sink.write(document(1)).end();
    replaced.replaced();
    assertThat(room.used()).isEqualTo(two / 2 + Weight.END);
    tell(2, Outcome.APPLIED);
    sync.checkpoint();
    assertThat(shard.checkpoints).isEmpty();

    replaced.ended(Outcome.APPLIED);
    sync.checkpoint();
    assertThat(shard.checkpoints).containsExactly(seq(2));
    assertThat(room.used()).isZero();
    assertThat(stored.letters).isEmpty();
  }

  @Test
  void aReplacedChangeWhoseShardIsLostIsNotFinished() {
    accept(1);
    Write.End replaced = sink.write(document(1)).end();
    replaced.replaced();
    replaced.ended(Outcome.FENCED);
    sync.checkpoint();
    assertThat(shard.checkpoints).isEmpty();
    assertThat(room.used()).isZero();
  }

  @Test
  void onlyTheFinishedPrefixIsCheckpointed() {
    accept(1, 2, 3, 4);
    tell(4, Outcome.APPLIED);
    tell(2, Outcome.STALE);
    sync.checkpoint();
    assertThat(shard.checkpoints).as("the first is under way").isEmpty();

    tell(1, Outcome.APPLIED);
    sync.checkpoint();
    assertThat(shard.checkpoints).containsExactly(seq(2));

    tell(3, Outcome.APPLIED);
    sync.checkpoint();
    sync.checkpoint();
    assertThat(shard.checkpoints).as("and once only").containsExactly(seq(2), seq(4));
    assertThat(room.used()).isZero();
  }

  @Test
  void aChangeOfSeveralIndexesIsFinishedWithItsLastAction() {
    ShardSync two = syncOf("places", "archive");
    two.accept(List.of(remove(1)));
    sink.finish(new DocumentKey("archive", "item1"), Outcome.APPLIED);
    two.checkpoint();
    assertThat(shard.checkpoints).isEmpty();
    assertThat(room.used()).as("half is given back").isPositive();

    tell(1, Outcome.APPLIED);
    two.checkpoint();
    assertThat(shard.checkpoints).containsExactly(seq(1));
    assertThat(room.used()).isZero();
  }

  @Test
  void aFencedWriteDropsTheWindowAndNothingIsEverCheckpointed() {
    accept(1, 2);
    tell(1, Outcome.APPLIED);
    tell(2, Outcome.FENCED);
    sync.checkpoint();
    accept(3);
    assertThat(sync.finish()).isFalse();
    assertThat(shard.checkpoints).isEmpty();
    assertThat(sink.waiting()).isEmpty();
    assertThat(room.used()).isZero();
  }

  @Test
  void theFenceOfEveryWriteIsTheShards() {
    accept(1);
    assertThat(sink.fence(document(1)).held()).isTrue();
    shard.held = false;
    assertThat(sink.fence(document(1)).held()).isFalse();
  }

  @Test
  void aLostShardFencesWhatIsUnderWayAndTakesNothing() {
    accept(1);
    sync.lost();
    assertThat(sink.fence(document(1)).held()).isFalse();
    accept(2);
    assertThat(sink.waiting()).containsExactly(document(1));
    tell(1, Outcome.APPLIED);
    sync.checkpoint();
    assertThat(shard.checkpoints).isEmpty();
    assertThat(closed).containsExactly(sync);
    assertThat(room.used()).isZero();
  }

  @Test
  void aCheckpointOfALostShardDropsTheWindow() {
    accept(1, 2);
    tell(1, Outcome.APPLIED);
    shard.answer = LeasedShard.Checkpoint.LOST;
    sync.checkpoint();
    shard.answer = LeasedShard.Checkpoint.STORED;
    tell(2, Outcome.APPLIED);
    sync.checkpoint();
    assertThat(shard.checkpoints).as("only the attempt that was refused").hasSize(1);
    assertThat(sync.finish()).isFalse();
  }

  @Test
  void aCheckpointThatCouldNotBeStoredIsTriedAgain() {
    accept(1);
    tell(1, Outcome.APPLIED);
    shard.answer = LeasedShard.Checkpoint.TRY_LATER;
    sync.checkpoint();
    assertThat(sync.finish()).as("it is not stored").isFalse();
    shard.answer = LeasedShard.Checkpoint.STORED;
    assertThat(sync.finish()).as("KCL asks again at a shard's end").isTrue();
    assertThat(shard.checkpoints).containsExactly(seq(1), seq(1), seq(1));
  }

  @Test
  void finishWaitsForWhatIsUnderWayAndCheckpointsIt() {
    accept(1, 2);
    CompletableFuture<Boolean> finished = CompletableFuture.supplyAsync(sync::finish);
    tell(2, Outcome.APPLIED);
    assertThat(finished).isNotDone();
    tell(1, Outcome.APPLIED);
    await().until(finished::isDone);
    assertThat(finished.join()).isTrue();
    assertThat(shard.checkpoints).containsExactly(seq(2));
    assertThat(closed).containsExactly(sync);
  }

  @Test
  void aStoppingWorkerTurnsChangesAwayAndSoIsNotFinished() {
    accept(1);
    stopping.begin(Duration.ofSeconds(1));
    accept(2);
    tell(1, Outcome.APPLIED);
    assertThat(sync.finish()).as("2 was read and not written").isFalse();
    assertThat(shard.checkpoints).containsExactly(seq(1));
    assertThat(sink.waiting()).isEmpty();
    assertThat(room.used()).isZero();
  }

  @Test
  void nothingBehindAChangeThatWasTurnedAwayIsTaken() {
    stopping.begin(Duration.ofSeconds(1));
    accept(1);
    // Even if the worker went on, 2 must not pass 1.
    accept(2);
    assertThat(sink.waiting()).isEmpty();
    sync.checkpoint();
    assertThat(shard.checkpoints).isEmpty();
  }

  @Test
  void finishGivesUpWhenTheStopIsOverdue() {
    accept(1);
    stopping.begin(Duration.ofSeconds(1));
    now = Duration.ofSeconds(2).toNanos();
    assertThat(sync.finish()).isFalse();
    assertThat(shard.checkpoints).isEmpty();
  }

  @Test
  void finishOfAShardThatWasLostMeanwhileSaysSo() {
    accept(1);
    tell(1, Outcome.APPLIED);
    shard.held = false;
    assertThat(sync.finish()).isFalse();
    assertThat(shard.checkpoints).isEmpty();
  }

  @Test
  void aFullRoomHoldsTheReaderUntilSomethingIsWritten() {
    Room small = new Room(500);
    Completion completion =
        new Completion(new Documents(SyncFakes.settings("Places", "places")), SyncFakes.enricher());
    ShardSync narrow =
        new ShardSync(
            shard, stepsOf(completion), Selection.ALL, small, stopping, watch, closed::add);
    CompletableFuture<Void> reading =
        CompletableFuture.runAsync(() -> narrow.accept(List.of(remove(1), remove(2))));
    await().until(() -> sink.waiting().contains(document(1)));
    assertThat(sink.waiting()).doesNotContain(document(2));
    tell(1, Outcome.APPLIED);
    await().until(reading::isDone);
    tell(2, Outcome.APPLIED);
    assertThat(small.used()).isZero();
  }

  @Test
  void aReaderThatWaitsForRoomNoticesTheLossOfItsShard() {
    Room full = new Room(10);
    full.take(10, () -> true);
    ShardSync waiting =
        new ShardSync(
            shard,
            stepsOf(
                new Completion(
                    new Documents(SyncFakes.settings("Places", "places")), SyncFakes.enricher())),
            Selection.ALL,
            full,
            stopping,
            watch,
            closed::add);
    CompletableFuture<Void> reading =
        CompletableFuture.runAsync(() -> waiting.accept(List.of(remove(1))));
    shard.held = false;
    await().until(reading::isDone);
    assertThat(sink.waiting()).isEmpty();
    assertThat(full.used()).isEqualTo(10);
  }

  @Test
  void aRejectedWriteIsFinishedWhenItsLetterIsStored() {
    accept(1);
    letterStore.drainPermits();
    tell(1, new Outcome.Rejected("mapper_parsing_exception"));
    sync.checkpoint();
    assertThat(shard.checkpoints).isEmpty();
    assertThat(room.used()).isPositive();

    letterStore.release();
    await().until(() -> room.used() == 0);
    assertThat(sync.finish()).isTrue();
    assertThat(shard.checkpoints).containsExactly(seq(1));
    assertThat(stored.letters.values())
        .containsExactly(
            new Letter(
                "places",
                "item1",
                "Places",
                Optional.of(key(1)),
                Optional.of("entity-places"),
                "mapper_parsing_exception",
                Optional.empty(),
                Version.of(record(1))));
  }

  @Test
  void aChangeThatCannotBeMappedBecomesALetterAndTheNextOneIsWritten() {
    sync.accept(List.of(ofUnknownTable(1), remove(2)));
    tell(2, Outcome.APPLIED);
    assertThat(sync.finish()).isTrue();
    assertThat(shard.checkpoints).containsExactly(seq(2));
    assertThat(stored.letters.values()).hasSize(1);
    assertThat(letter().id()).isEqualTo("Elsewhere/item1");
    assertThat(letter().reason()).contains("unknown table: Elsewhere");
    assertThat(letter().trace().orElseThrow()).contains("\tat dev.tributary.document.Documents");
    assertThat(letter().entity()).isEmpty();
    assertThat(room.used()).isZero();
  }

  @Test
  void aSuccessClearsALetterOfTheShardsLastOwnerAndThenFreesItsPlace() {
    file("places", 1, 0);
    accept(1);
    letterStore.drainPermits();
    tell(1, Outcome.STALE);
    sync.checkpoint();
    assertThat(shard.checkpoints).isEmpty();

    letterStore.release();
    await().until(() -> room.used() == 0);
    sync.checkpoint();
    assertThat(shard.checkpoints).containsExactly(seq(1));
    assertThat(stored.letters).isEmpty();
  }

  @Test
  void aSuccessLeavesANewerLetterAndThoseOfOtherDocuments() {
    file("places", 1, 1);
    file("archive", 1, 0);
    file("places", 2, 0);
    accept(1);
    tell(1, Outcome.APPLIED);
    assertThat(room.used()).isZero();
    assertThat(stored.letters).hasSize(3);
  }

  @Test
  void aFencedWriteClearsNothing() {
    file("places", 1, 0);
    accept(1);
    tell(1, Outcome.FENCED);
    assertThat(room.used()).isZero();
    assertThat(stored.letters).hasSize(1);
  }

  @Test
  void aChangeThatIsMappedClearsTheLetterOfAnEarlierOneThatWasNot() {
    sync.unreadable(unreadable(1, Optional.of(key(1))));
    await().until(() -> room.used() == 0);
    sync.checkpoint();
    shard.checkpoints.clear();
    file(DeadLetters.NO_INDEX, "Places/item2", 2, 1);
    letters.open().load();
    letterStore.drainPermits();
    accept(1, 2);
    tell(1, Outcome.APPLIED);
    tell(2, Outcome.APPLIED);
    sync.checkpoint();
    assertThat(shard.checkpoints).isEmpty();
    letterStore.release();
    await().until(() -> stored.letters.size() == 1);
    assertThat(letter().id()).as("a newer one").isEqualTo("Places/item2");
    await()
        .untilAsserted(
            () -> {
              sync.checkpoint();
              assertThat(shard.checkpoints).containsExactly(seq(2));
            });
  }

  @Test
  void noChangeIsTakenBeforeTheLettersAreKnown() {
    stored.before =
        () -> {
          shard.held = false;
          throw new IllegalStateException("DynamoDB is away");
        };
    accept(1);
    assertThat(sink.waiting()).isEmpty();
    assertThat(sync.finish()).isFalse();
  }

  /** As another worker would have. */
  private void file(String index, int number, long newer) {
    file(index, "item" + number, number, newer);
  }

  private void file(String index, String id, int number, long newer) {
    stored.letters.put(
        new DocumentKey(index, id),
        new Letter(index, id, "Places", key(number), "?", Version.of(record(number)) + newer));
  }

  private static UnreadableRecord unreadable(int number, Optional<ItemKey> key) {
    return new UnreadableRecord(
        "Places", seq(number), key, Optional.of(record(number)), new Fault("a fault", "the trace"));
  }

  @Test
  void aRecordThatCannotBeReadKeepsItsPlaceUntilItsLetterIsStored() {
    accept(1);
    letterStore.drainPermits();
    sync.unreadable(unreadable(2, Optional.of(key(2))));
    accept(3);
    tell(1, Outcome.APPLIED);
    tell(3, Outcome.APPLIED);
    sync.checkpoint();
    assertThat(shard.checkpoints).containsExactly(seq(1));

    letterStore.release();
    assertThat(sync.finish()).isTrue();
    assertThat(shard.checkpoints).containsExactly(seq(1), seq(3));
    assertThat(letter())
        .isEqualTo(
            new Letter(
                DeadLetters.NO_INDEX,
                "Places/item2",
                "Places",
                Optional.of(key(2)),
                Optional.empty(),
                "a fault",
                Optional.of("the trace"),
                Version.of(record(2))));
    assertThat(room.used()).isZero();
  }

  @Test
  void rareRecordsThatCannotBeReadHoldNothingBack() {
    for (int i = 1; i <= 10; i++) {
      sync.accept(List.of(remove(3 * i), remove(3 * i + 1)));
      tell(3 * i, Outcome.APPLIED);
      tell(3 * i + 1, Outcome.APPLIED);
      sync.unreadable(unreadable(3 * i + 2, Optional.of(key(3 * i + 2))));
    }
    assertThat(sync.finish()).isTrue();
    assertThat(stored.letters).hasSize(10);
    assertThat(holds.holds).isEmpty();
  }

  private void refuseFour() {
    accept(1, 2, 3, 4);
    for (int i = 1; i <= 4; i++) {
      tell(i, new Outcome.Rejected("broken"));
    }
    await().until(() -> stored.letters.size() == 3);
    // The fourth is put aside, as most are refused by then.
    await().until(() -> holds.holds.size() == 1);
  }

  @Test
  void whatIsRefusedWhileMostAreIsPutAsideUntilItsIndexIsReleased() {
    refuseFour();
    sync.checkpoint();
    assertThat(shard.checkpoints).containsExactly(seq(3));
    assertThat(room.used()).as("it takes up no room meanwhile").isZero();
    assertThat(stored.letters).hasSize(3);

    holds.holds.clear();
    await()
        .until(
            () -> {
              gates.refresh();
              return !reconciled.isEmpty();
            });
    sync.checkpoint();
    assertThat(shard.checkpoints).as("not decided yet").containsExactly(seq(3));
    reconciled.get(document(4)).accept(new Outcome.Rejected("broken"));
    assertThat(sync.finish()).isTrue();
    assertThat(shard.checkpoints).containsExactly(seq(3), seq(4));
    assertThat(stored.letters).as("the operator accepted that").hasSize(4);
  }

  @Test
  void aStopDoesNotWaitForWhatIsPutAsideAndLeavesItToTheNextOwner() {
    refuseFour();
    stopping.begin(Duration.ofHours(1));
    assertThat(sync.drain()).isTrue();
    assertThat(sync.finish()).isFalse();
    assertThat(shard.checkpoints).containsExactly(seq(3));
  }

  @Test
  void aRecordWithoutAReadableKeyIsNamedByItsPlace() {
    sync.unreadable(unreadable(2, Optional.empty()));
    assertThat(sync.finish()).isTrue();
    assertThat(letter().id()).isEqualTo("places/shard-1/2");
    assertThat(letter().item()).isEmpty();
  }

  @Test
  void aShardThatIsLostTakesNoUnreadableRecord() {
    sync.lost();
    sync.unreadable(unreadable(2, Optional.empty()));
    assertThat(sync.finish()).isFalse();
    assertThat(stored.letters).isEmpty();
    assertThat(room.used()).isZero();
  }

  @Test
  void aFaultOfOursIsNotMadeSimplerAndItsTraceIsKept() {
    accept(1);
    tell(1, Outcome.Rejected.of(new Fault("a fault", "the trace")));
    assertThat(sync.finish()).isTrue();
    assertThat(letter().reason()).isEqualTo("a fault");
    assertThat(letter().trace()).contains("the trace");
    assertThat(letter().entity()).contains("entity-places");
  }

  @Test
  void aShardThatStandsStillKeepsItsCheckpointBehindTheUnreadableRecord() {
    accept(1);
    sync.halt();
    accept(3);
    tell(1, Outcome.APPLIED);
    sync.checkpoint();
    assertThat(shard.checkpoints).containsExactly(seq(1));
    assertThat(sink.waiting()).isEmpty();
    assertThat(sync.finish()).isFalse();
  }

  @Test
  void aTableWithoutEntitiesIsReadOverAndCheckpointed() {
    ShardSync none = syncOf();
    none.accept(List.of(remove(1), remove(2)));
    none.checkpoint();
    assertThat(shard.checkpoints).containsExactly(seq(2));
  }

  @Test
  void aRefusedShapeIsMadeSimplerUntilItIsTakenOrNothingIsLeft() {
    ShardSync shapes = withGeometry();
    shapes.accept(List.of(shape(1), shape(2)));
    assertThat(body(1)).contains("\"step\":\"as-is\"");
    tell(1, new Outcome.Rejected("Unable to Tessellate"));
    await().until(() -> sink.waiting().contains(document(1)));
    assertThat(body(1)).doesNotContain("\"step\":\"as-is\"").contains("Unable to Tessellate");
    tell(1, Outcome.APPLIED);

    for (int steps = 0; stored.letters.isEmpty(); steps++) {
      assertThat(steps).isLessThan(6);
      tell(2, new Outcome.Rejected("Unable to Tessellate"));
      await().until(() -> sink.waiting().contains(document(2)) || !stored.letters.isEmpty());
    }
    assertThat(stored.letters.values()).singleElement().extracting(Letter::id).isEqualTo("item2");
    await().until(() -> room.used() == 0);
    shapes.checkpoint();
    assertThat(shard.checkpoints).containsExactly(seq(2));
  }

  private String body(int number) {
    return new String(sink.write(document(number)).body().orElseThrow(), UTF_8);
  }

  private ShardSync withGeometry() {
    Settings plain = SyncFakes.settings("Places", "places");
    Pull outline =
        new Pull(
            AttributePath.parse("outline"),
            Pull.Source.ITEM,
            new Pull.Geometry("outline", Optional.empty(), Optional.empty(), Swapped.REJECT));
    Completion completion =
        new Completion(new Documents(SyncFakes.with(plain, outline)), SyncFakes.enricher());
    return new ShardSync(
        shard, stepsOf(completion), Selection.ALL, room, stopping, watch, closed::add);
  }

  @Test
  void aDocumentWhoseObjectIsNotThereIsNotedAndThenWrittenApart() {
    Settings plain = SyncFakes.settings("Places", "places");
    Pull outline =
        new Pull(
            AttributePath.parse("outline"),
            Pull.Source.OBJECT,
            new Pull.Geometry("outline", Optional.empty(), Optional.empty(), Swapped.REJECT));
    Completion completion =
        new Completion(new Documents(SyncFakes.with(plain, outline)), SyncFakes.enricher());
    ShardSync objects =
        new ShardSync(
            shard, stepsOf(completion), Selection.ALL, room, stopping, watch, closed::add);
    Item unreachable = new Item(Map.of("outline", new Value.Text("s3://nowhere/a.json")));
    Item forbidden = new Item(Map.of("outline", new Value.Text("s3://other/a.json")));
    objects.accept(
        List.of(
            new Change.Put("Places", key(1), record(1), unreachable, Optional.empty()),
            new Change.Put("Places", key(2), record(2), forbidden, Optional.empty()),
            remove(3)));
    assertThat(sink.waiting()).as("waits for nobody").containsExactly(document(3));
    tell(3, Outcome.APPLIED);
    await().until(() -> sink.waiting().contains(document(1)));
    assertThat(lacks).singleElement().extracting(Lack::id).isEqualTo("item1");
    assertThat(sink.write(document(1)).apart()).isTrue();
    assertThat(body(1)).contains("\"pending\":true");
    await().until(() -> stored.letters.size() == 1);
    assertThat(letter().reason()).contains("'other' is not in objects.buckets");
    objects.checkpoint();
    assertThat(shard.checkpoints).isEmpty();
    tell(1, Outcome.APPLIED);
    await().until(() -> room.used() == 0);
    objects.checkpoint();
    assertThat(shard.checkpoints).containsExactly(seq(3));
    completion.close();
  }

  @Test
  void aChangeThatWaitedForItsObjectIsNotWrittenBehindANewerOneOfItsDocument() {
    Settings plain = SyncFakes.settings("Places", "places");
    Pull outline = new Pull(AttributePath.parse("page"), Pull.Source.OBJECT, new Pull.Text("text"));
    Completion completion =
        new Completion(new Documents(SyncFakes.with(plain, outline)), SyncFakes.enricher());
    ShardSync objects =
        new ShardSync(
            shard, stepsOf(completion), Selection.ALL, room, stopping, watch, closed::add);
    Item named = new Item(Map.of("page", new Value.Text("s3://nowhere/a")));
    objects.accept(
        List.of(
            new Change.Put("Places", key(1), record(1), named, Optional.empty()),
            new Change.Remove("Places", key(1), record(2), Optional.empty(), false)));
    tell(1, Outcome.APPLIED);
    await().until(() -> room.used() == 0 || !sink.waiting().isEmpty());
    assertThat(sink.waiting()).as("only a tombstone would stop it").isEmpty();
    objects.checkpoint();
    assertThat(shard.checkpoints).containsExactly(seq(2));

    objects.accept(
        List.of(
            new Change.Put("Places", key(1), record(3), named, Optional.empty()),
            new Change.Put("Places", key(1), record(4), named, Optional.empty())));
    await().until(() -> sink.waiting().contains(document(1)));
    completion.close();
  }

  private static Change shape(int number) {
    Item item =
        new Item(Map.of("outline", new Value.Text("POLYGON ((0 0, 4 0, 4 4, 2 4.1, 0 4, 0 0))")));
    return new Change.Put("Places", key(number), record(number), item, Optional.empty());
  }

  @Test
  void aChangeIsCountedAndTimedOnceAllOfItIsDone() {
    ShardSync both = syncOf("places", "archive");
    both.accept(List.of(remove(1)));
    assertThat(flow.changes(Flow.Kind.REMOVE)).isEqualTo(1);
    assertThat(flow.actions(Flow.Asked.DELETE)).isEqualTo(2);
    sink.finish(new DocumentKey("places", "item1"), Outcome.APPLIED);
    assertThat(flow.finished()).isZero();
    sink.finish(new DocumentKey("archive", "item1"), Outcome.APPLIED);
    assertThat(flow.finished()).isEqualTo(1);
    assertThat(finishedAfter).hasSize(1).allSatisfy(nanos -> assertThat(nanos).isPositive());
  }

  @Test
  void whatIsFencedIsNotCountedAsDone() {
    sync.accept(List.of(remove(1)));
    sink.finish(new DocumentKey("places", "item1"), Outcome.FENCED);
    assertThat(flow.finished()).isZero();
    assertThat(finishedAfter).isEmpty();
  }

  @Test
  void finishedChangesThatCannotBeCheckpointedGrowOld() {
    sync.accept(List.of(remove(1)));
    assertThat(sync.checkpointAge()).isZero();
    sink.finish(new DocumentKey("places", "item1"), Outcome.APPLIED);
    shard.answer = LeasedShard.Checkpoint.TRY_LATER;
    sync.checkpoint();
    assertThat(sync.checkpointAge()).isPositive();
    shard.answer = LeasedShard.Checkpoint.STORED;
    sync.checkpoint();
    assertThat(sync.checkpointAge()).isZero();
  }
}
