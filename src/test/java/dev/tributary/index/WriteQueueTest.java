package dev.tributary.index;

import static dev.tributary.index.WriteFixtures.delete;
import static dev.tributary.index.WriteFixtures.index;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.config.Settings;
import dev.tributary.index.WriteFixtures.Told;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class WriteQueueTest {

  private static final ItemAnswer OK = new ItemAnswer(200, 1, "", "");
  private static final ItemAnswer CONFLICT =
      new ItemAnswer(409, 0, "version_conflict_engine_exception", "newer");
  private static final ItemAnswer BUSY =
      new ItemAnswer(429, 0, "rejected_execution_exception", "queue full");
  private static final ItemAnswer BROKEN =
      new ItemAnswer(400, 0, "mapper_parsing_exception", "failed to parse field [loc]");

  private final Deque<Bulk> sent = new ArrayDeque<>();
  private final List<Write> conflicts = new ArrayList<>();
  private long now;
  private final Tally tally = new Tally();

  private WriteQueue queue(int actions, long bytes, int bulks) {
    Settings.Limits limits = new Settings.Limits(bytes * bulks, bytes, actions, bulks);
    return new WriteQueue(
        Set.of("shared"),
        sent::add,
        conflicts::addAll,
        new Pace(limits, Duration.ofSeconds(10), tally),
        new Backoff(Duration.ofMillis(100), Duration.ofSeconds(5), new Random(1)),
        new Gathering(),
        new Trouble(() -> now),
        tally);
  }

  private final WriteQueue queue = queue(100, 1_000_000, 1);

  private void submit(Told... writes) {
    Arrays.stream(writes).forEach(told -> queue.submit(told.write));
  }

  private List<Write> nextBulk() {
    return sent.element().slots().stream().map(Slot::write).toList();
  }

  private void answer(ItemAnswer... answers) {
    queue.answered(sent.remove(), new BulkResult.Answered(List.of(answers)), now);
  }

  @Test
  void aSingleWriteLeavesAtOnceAndIsToldItsOutcome() {
    Told write = index("a", 1);
    submit(write);
    queue.pump(now);

    assertThat(nextBulk()).containsExactly(write.write);
    answer(ItemAnswer.FINE);
    assertThat(write.outcomes).containsExactly(Outcome.APPLIED);
    assertThat(queue.size()).isZero();
  }

  @Test
  void aSecondWriteOfADocumentWaitsUntilTheFirstIsAnswered() {
    WriteQueue two = queue(100, 1_000_000, 2);
    Told first = index("a", 1);
    Told second = index("a", 2);
    two.submit(first.write);
    two.pump(now);
    two.submit(second.write);
    two.pump(now);
    assertThat(sent).hasSize(1);

    two.answered(sent.remove(), new BulkResult.Answered(List.of(ItemAnswer.FINE)), now);
    two.pump(now);
    assertThat(nextBulk()).containsExactly(second.write);
  }

  @Test
  void whatWaitsShrinksToTheNewestAndFinishesWithIt() {
    Told first = index("a", 1);
    Told second = index("a", 2);
    Told third = delete("a", 3);
    submit(first);
    queue.pump(now);
    submit(second, third);
    answer(ItemAnswer.FINE);
    queue.pump(now);

    assertThat(nextBulk()).containsExactly(third.write);
    assertThat(second.outcomes).isEmpty();
    answer(ItemAnswer.FINE);
    assertThat(second.outcomes).containsExactly(Outcome.APPLIED);
    assertThat(third.outcomes).containsExactly(Outcome.APPLIED);
  }

  @Test
  void anOldChangeThatComesLateDoesNotReplaceANewerOne() {
    Told newer = index("a", 7);
    Told older = index("a", 5);
    submit(newer, older);
    queue.pump(now);

    assertThat(nextBulk()).containsExactly(newer.write);
  }

  @Test
  void onlyWhatFailedIsSentAgain() {
    Told fine = index("a", 1);
    Told busy = index("b", 2);
    submit(fine, busy);
    queue.pump(now);
    answer(ItemAnswer.FINE, BUSY);
    assertThat(fine.outcomes).containsExactly(Outcome.APPLIED);
    assertThat(busy.outcomes).isEmpty();

    long wait = queue.pump(now);
    assertThat(sent).as("it backs off first").isEmpty();
    now += wait;
    queue.pump(now);
    assertThat(nextBulk()).containsExactly(busy.write);
    answer(ItemAnswer.FINE);
    assertThat(busy.outcomes).containsExactly(Outcome.APPLIED);
  }

  @Test
  void aRetryTakesAlongWhatCameMeanwhile() {
    Told first = index("a", 1);
    Told second = index("a", 2);
    submit(first);
    queue.pump(now);
    submit(second);
    answer(BUSY);
    now += queue.pump(now);
    queue.pump(now);

    assertThat(nextBulk()).containsExactly(second.write);
    answer(ItemAnswer.FINE);
    assertThat(first.outcomes).containsExactly(Outcome.APPLIED);
    assertThat(second.outcomes).containsExactly(Outcome.APPLIED);
  }

  @Test
  void anUnavailableServerIsTriedAgainWithoutLimit() {
    Told write = index("a", 1);
    submit(write);
    for (int i = 0; i < 50; i++) {
      queue.pump(now);
      queue.answered(
          sent.remove(),
          new BulkResult.Unavailable(Setback.NO_CONNECTION, "connection refused"),
          now);
      now += queue.pump(now);
    }
    queue.pump(now);
    answer(ItemAnswer.FINE);
    assertThat(write.outcomes).containsExactly(Outcome.APPLIED);
  }

  @Test
  void aDocumentThatOpenSearchRefusesIsRejectedAndItsNeighboursAreWritten() {
    Told bad = index("a", 1);
    Told good = index("b", 2);
    submit(bad, good);
    queue.pump(now);
    answer(BROKEN, ItemAnswer.FINE);

    assertThat(bad.outcomes)
        .containsExactly(
            new Outcome.Rejected("mapper_parsing_exception: failed to parse field [loc]"));
    assertThat(good.outcomes).containsExactly(Outcome.APPLIED);
  }

  @Test
  void aConflictKeepsTheDocumentUnderWayUntilItIsDecided() {
    Told refused = index("a", 1);
    Told next = index("a", 2);
    submit(refused);
    queue.pump(now);
    answer(CONFLICT);
    submit(next);
    queue.pump(now);
    assertThat(conflicts).containsExactly(refused.write);
    assertThat(sent).isEmpty();

    queue.resolved(refused.write, Outcome.STALE);
    queue.pump(now);
    assertThat(refused.outcomes).containsExactly(Outcome.STALE);
    assertThat(nextBulk()).containsExactly(next.write);
  }

  @Test
  void aRefusedRequestIsHalvedUntilTheCulpritStandsAlone() {
    Told[] writes = new Told[5];
    for (int i = 0; i < writes.length; i++) {
      writes[i] = index("id" + i, i);
    }
    submit(writes);
    queue.pump(now);
    while (!sent.isEmpty()) {
      Bulk bulk = sent.remove();
      boolean poisoned = bulk.slots().stream().anyMatch(slot -> slot.place().id().equals("id3"));
      BulkResult result =
          poisoned
              ? new BulkResult.Unreadable("status 400: broken line")
              : new BulkResult.Answered(
                  bulk.slots().stream().map(slot -> ItemAnswer.FINE).toList());
      queue.answered(bulk, result, now);
      queue.pump(now);
    }

    assertThat(writes[3].outcomes).containsExactly(new Outcome.Rejected("status 400: broken line"));
    for (int i : new int[] {0, 1, 2, 4}) {
      assertThat(writes[i].outcomes).containsExactly(Outcome.APPLIED);
    }
  }

  @Test
  void aTimedOutRequestIsHalvedAndASingleDocumentIsTriedAgain() {
    Told a = index("a", 1);
    Told b = index("b", 2);
    submit(a, b);
    queue.pump(now);
    queue.answered(sent.remove(), new BulkResult.TimedOut("10 s"), now);
    queue.pump(now);
    assertThat(nextBulk()).containsExactly(a.write);
    queue.answered(sent.remove(), new BulkResult.TimedOut("10 s"), now);
    queue.pump(now);
    assertThat(nextBulk()).containsExactly(b.write);
    answer(ItemAnswer.FINE);
    now += queue.pump(now);
    queue.pump(now);
    assertThat(nextBulk()).containsExactly(a.write);
  }

  @Test
  void nothingOfALostShardIsSent() {
    AtomicBoolean held = new AtomicBoolean(true);
    Told ofLostShard = index("a", 1, held::get);
    Told ofOtherShard = index("b", 2);
    submit(ofLostShard, ofOtherShard);
    held.set(false);
    queue.pump(now);

    assertThat(nextBulk()).containsExactly(ofOtherShard.write);
    assertThat(ofLostShard.outcomes).containsExactly(Outcome.FENCED);
  }

  @Test
  void aRetryOfALostShardIsNotSentEither() {
    AtomicBoolean held = new AtomicBoolean(true);
    Told write = index("a", 1, held::get);
    submit(write);
    queue.pump(now);
    held.set(false);
    answer(BUSY);
    now += queue.pump(now);
    queue.pump(now);

    assertThat(sent).isEmpty();
    assertThat(write.outcomes).containsExactly(Outcome.FENCED);
    assertThat(queue.size()).isZero();
  }

  @Test
  void aHeldWriteIsSentThoughTheLostOneThatReplacedItIsNot() {
    Told held = index("a", 1);
    Told lost = index("a", 2, () -> false);
    submit(held, lost);
    queue.pump(now);

    assertThat(nextBulk()).containsExactly(held.write);
    assertThat(lost.outcomes).containsExactly(Outcome.FENCED);
  }

  @Test
  void aWriteOfALostShardThatIsFencedWhileItsConflictIsDecidedTakesNoOtherShardsWriteAlong() {
    AtomicBoolean held = new AtomicBoolean(true);
    Told ofOtherShard = index("a", 1);
    Told ofLostShard = index("a", 2, held::get);
    submit(ofOtherShard, ofLostShard);
    queue.pump(now);
    answer(CONFLICT);
    held.set(false);
    queue.resolved(ofLostShard.write, Outcome.FENCED);
    queue.pump(now);

    assertThat(ofLostShard.outcomes).containsExactly(Outcome.FENCED);
    assertThat(ofOtherShard.outcomes).isEmpty();
    assertThat(nextBulk()).containsExactly(ofOtherShard.write);
  }

  @Test
  void bulksAreBoundedByActionsAndByBytesAndInNumber() {
    WriteQueue byActions = queue(16, 1_000_000, 9);
    for (int i = 0; i < 5; i++) {
      byActions.submit(index("id" + i, i).write);
    }
    byActions.pump(now);
    assertThat(sent)
        .as("at first an eighth of the limits")
        .extracting(Bulk::size)
        .containsExactly(2, 2);

    sent.clear();
    WriteQueue byBytes = queue(100, 1, 9);
    byBytes.submit(index("a", 1).write);
    byBytes.submit(index("b", 2).write);
    byBytes.pump(now);
    assertThat(sent).as("one larger than the bound passes alone").hasSize(2);
  }

  private static Told[] many(String index, int count) {
    Told[] writes = new Told[count];
    for (int i = 0; i < count; i++) {
      writes[i] = WriteFixtures.index(index, "id" + i, i);
    }
    return writes;
  }

  @Test
  void whileOpenSearchIsAwayOneBulkAtATimeTriesAndNothingIsLost() {
    WriteQueue wide = queue(100, 1_000_000, 6);
    Told[] writes = many("places", 500);
    Arrays.stream(writes).forEach(told -> wide.submit(told.write));
    wide.pump(now);
    assertThat(sent).hasSize(2);
    int requests = 0;
    long hours = Duration.ofHours(5).toNanos();
    while (now < hours) {
      while (!sent.isEmpty()) {
        requests++;
        wide.answered(
            sent.remove(), new BulkResult.Unavailable(Setback.NO_CONNECTION, "refused"), now);
      }
      now += wide.pump(now);
      wide.pump(now);
      assertThat(sent).hasSizeLessThanOrEqualTo(1);
      assertThat(wide.size()).isEqualTo(500);
    }
    assertThat(requests)
        .as("one in some seconds, though hundreds of writes wait")
        .isBetween(3600, 8000);

    for (int i = 0; wide.size() > 0; i++) {
      assertThat(i).isLessThan(1000);
      while (!sent.isEmpty()) {
        Bulk bulk = sent.remove();
        wide.answered(
            bulk, new BulkResult.Answered(bulk.slots().stream().map(slot -> OK).toList()), now);
      }
      wide.pump(now);
      if (sent.isEmpty()) {
        now += wide.size() == 0 ? 0 : wide.pump(now);
        wide.pump(now);
      }
    }
    assertThat(writes).allMatch(told -> told.outcomes.equals(List.of(Outcome.APPLIED)));
    assertThat(tally.totals().putOff(Setback.NO_CONNECTION)).isGreaterThan(3600);
    assertThat(tally.totals().applied()).isEqualTo(500);
  }

  @Test
  void nothingLeavesWhileItIsQuietThoughSomethingNewComes() {
    submit(index("a", 1));
    queue.pump(now);
    queue.answered(sent.remove(), new BulkResult.Unavailable(Setback.OVERLOADED, "429"), now);
    submit(index("b", 2));
    long wait = queue.pump(now);
    assertThat(sent).isEmpty();
    assertThat(wait).isPositive().isLessThan(Duration.ofSeconds(1).toNanos());
    now += wait;
    queue.pump(now);
    assertThat(sent).hasSize(1);
  }

  @Test
  void aBlockedIndexDelaysItsOwnDocumentsAndNeitherTheOthersNorThePace() {
    ItemAnswer flood = new ItemAnswer(429, 0, "cluster_block_exception", "flood stage");
    Totals.Allowed before = tally.totals().allowed();
    Told blocked = WriteFixtures.index("full", "a", 1);
    submit(blocked);
    for (int i = 0; i < 20; i++) {
      Told other = index("id" + i, i);
      submit(other);
      queue.pump(now);
      Bulk bulk = sent.remove();
      queue.answered(
          bulk,
          new BulkResult.Answered(
              bulk.slots().stream()
                  .map(slot -> slot.generation().index().equals("full") ? flood : OK)
                  .toList()),
          now);
      assertThat(other.outcomes).containsExactly(Outcome.APPLIED);
      now += Duration.ofSeconds(1).toNanos();
    }
    assertThat(blocked.outcomes).isEmpty();
    assertThat(tally.totals().allowed()).isEqualTo(before);
    assertThat(tally.totals().putOff(Setback.FLOOD_STAGE)).isPositive();
    assertThat(tally.totals().putOff(Setback.OVERLOADED)).isZero();
  }

  private static final ItemAnswer READ_ONLY =
      new ItemAnswer(403, 0, "cluster_block_exception", "index read-only (api)");

  /** As many answers as the next bulk has actions. */
  private void answerAll(ItemAnswer answer) {
    Bulk bulk = sent.remove();
    queue.answered(
        bulk, new BulkResult.Answered(bulk.slots().stream().map(slot -> answer).toList()), now);
  }

  private void waitAndPump() {
    now += queue.pump(now);
    queue.pump(now);
  }

  @Test
  void oneDocumentTriesForAllOfAHaltedIndexAndTheOthersFollowIt() {
    Told[] writes = many("places", 40);
    submit(writes);
    queue.pump(now);
    assertThat(sent.element().size()).isEqualTo(12);
    answerAll(READ_ONLY);
    for (int i = 0; i < 10; i++) {
      waitAndPump();
      assertThat(sent).hasSize(1);
      assertThat(sent.element().size()).isEqualTo(1);
      answerAll(READ_ONLY);
    }
    waitAndPump();
    while (!sent.isEmpty()) {
      answerAll(OK);
      queue.pump(now);
    }
    assertThat(writes).allMatch(told -> told.outcomes.equals(List.of(Outcome.APPLIED)));
    assertThat(queue.size()).isZero();
  }

  @Test
  void whereTheOneThatTriesIsLostOrRejectedTheNextOneTries() {
    AtomicBoolean held = new AtomicBoolean(true);
    Told lost = index("lost", 1, held::get);
    Told rejected = index("rejected", 2);
    Told lostWaiting = index("lost waiting", 3, held::get);
    Told last = index("last", 4);
    submit(lost, rejected, lostWaiting, last);
    queue.pump(now);
    answerAll(READ_ONLY);
    held.set(false);
    waitAndPump();
    assertThat(lost.outcomes).containsExactly(Outcome.FENCED);
    assertThat(lostWaiting.outcomes).containsExactly(Outcome.FENCED);
    assertThat(nextBulk()).containsExactly(rejected.write);
    queue.answered(sent.remove(), new BulkResult.Unreadable("status 400"), now);
    queue.pump(now);
    assertThat(nextBulk()).containsExactly(last.write);
    answer(OK);
    assertThat(last.outcomes).containsExactly(Outcome.APPLIED);
    assertThat(queue.size()).isZero();
  }

  /** Nothing else would ever wake the writer, once all that waits is of the halted index. */
  @Test
  void whereTheOneThatTriesIsSlowAndThenLostTheNextOneTriesAtOnce() {
    AtomicBoolean held = new AtomicBoolean(true);
    Told lost = index("lost", 1, held::get);
    Told next = index("next", 2);
    submit(lost, next);
    queue.pump(now);
    answerAll(READ_ONLY);
    waitAndPump();
    assertThat(nextBulk()).containsExactly(lost.write);
    queue.answered(sent.remove(), new BulkResult.TimedOut("10 s"), now);
    held.set(false);
    waitAndPump();
    assertThat(lost.outcomes).containsExactly(Outcome.FENCED);
    assertThat(nextBulk()).containsExactly(next.write);
  }

  @Test
  void anOutageKeepsNothingOfALostShard() {
    AtomicBoolean held = new AtomicBoolean(true);
    Told[] writes = new Told[50];
    for (int i = 0; i < writes.length; i++) {
      writes[i] = index("id" + i, i, held::get);
    }
    submit(writes);
    queue.pump(now);
    queue.answered(
        sent.remove(), new BulkResult.Unavailable(Setback.NO_CONNECTION, "refused"), now);
    held.set(false);
    while (queue.size() > 0) {
      waitAndPump();
    }
    assertThat(sent).isEmpty();
    assertThat(writes).allMatch(told -> told.outcomes.equals(List.of(Outcome.FENCED)));
  }

  @Test
  void aFullQueueMakesBulksFewer() {
    WriteQueue two = queue(100, 1_000_000, 2);
    two.submit(index("a", 1).write);
    two.submit(index("b", 2).write);
    two.pump(now);
    two.answered(sent.remove(), new BulkResult.Answered(List.of(OK, BUSY)), now);
    assertThat(tally.totals().allowed().bulks()).isEqualTo(1);
    assertThat(tally.totals().putOff(Setback.OVERLOADED)).isEqualTo(1);
  }

  @Test
  void aDocumentThatTakesTooLongAloneIsGivenLongerBesideTheOthers() {
    Told slow = index("slow", 1);
    submit(slow);
    queue.pump(now);
    assertThat(sent.element().patient()).isFalse();
    queue.answered(sent.remove(), new BulkResult.TimedOut("10 s"), now);
    now += queue.pump(now);
    queue.pump(now);
    Bulk patient = sent.remove();
    assertThat(patient.patient()).isTrue();
    Told other = index("other", 2);
    submit(other);
    queue.pump(now);
    assertThat(nextBulk()).containsExactly(other.write);
    answer(OK);
    queue.answered(patient, new BulkResult.Answered(List.of(OK)), now);
    assertThat(slow.outcomes).containsExactly(Outcome.APPLIED);

    submit(index("slow", 3));
    queue.pump(now);
    assertThat(sent.element().patient()).as("the next one is a new one").isFalse();
  }

  @Test
  void aSlowDocumentTriesTooWhereNothingElseIsLeftToTry() {
    Told slow = index("slow", 1);
    submit(slow);
    queue.pump(now);
    queue.answered(sent.remove(), new BulkResult.TimedOut("10 s"), now);
    for (int i = 0; i < 3; i++) {
      now += queue.pump(now);
      queue.pump(now);
      queue.answered(
          sent.remove(), new BulkResult.Unavailable(Setback.NO_CONNECTION, "refused"), now);
    }
    now += queue.pump(now);
    queue.pump(now);
    answer(OK);
    assertThat(slow.outcomes).containsExactly(Outcome.APPLIED);
  }

  @Test
  void aRequestThatIsTooLargeIsHalvedAndItsSizeRemembered() {
    submit(many("places", 12));
    queue.pump(now);
    long bytes = sent.element().bytes();
    queue.answered(sent.remove(), new BulkResult.TooLarge("413"), now);
    assertThat(tally.totals().allowed().bytes()).isEqualTo(bytes / 2);
    assertThat(tally.totals().halved()).isEqualTo(1);
  }

  @Test
  void everyWriteIsCountedOnce() {
    Told first = index("a", 1);
    submit(first);
    queue.pump(now);
    submit(index("a", 2), index("a", 3), index("b", 4, () -> false));
    answer(OK);
    queue.pump(now);
    answer(BROKEN);
    Totals totals = tally.totals();
    assertThat(totals.applied()).isEqualTo(1);
    assertThat(totals.rejected()).isEqualTo(1);
    assertThat(totals.coalesced()).isEqualTo(1);
    assertThat(totals.fenced()).isEqualTo(1);
    assertThat(totals.bulks()).isEqualTo(2);
    assertThat(totals.actions()).isEqualTo(2);
  }

  @Test
  void whileABulkIsUnderWayTheNextOneFills() {
    submit(index("a", 1));
    queue.pump(now);
    submit(index("b", 2), index("c", 3));
    queue.pump(now);
    assertThat(sent).hasSize(1);
    answer(ItemAnswer.FINE);
    queue.pump(now);
    assertThat(nextBulk()).hasSize(2);
  }

  @Test
  void aDocumentThatAnotherProgramWritesTooNeverGoesIntoABulk() {
    WriteFixtures.Told mine = index("a", 1);
    WriteFixtures.Told first = WriteFixtures.index("shared", "a", 1);
    WriteFixtures.Told second = WriteFixtures.index("shared", "a", 2);
    submit(first, mine);
    queue.pump(now);
    submit(second);
    queue.pump(now);
    assertThat(nextBulk()).containsExactly(mine.write);
    assertThat(conflicts).containsExactly(first.write);

    queue.resolved(first.write, Outcome.APPLIED);
    queue.pump(now);
    assertThat(first.outcomes).containsExactly(Outcome.APPLIED);
    assertThat(conflicts).containsExactly(first.write, second.write);
  }

  @Test
  void aDocumentThatLacksAnObjectNeverGoesIntoABulkHoweverItBecameTheNewest() {
    queue.submit(index("before", 1).write);
    queue.pump(now);
    Told ready = index("ready", 2);
    Told lackingBehind = WriteFixtures.lacking("ready", 3);
    Told lacking = WriteFixtures.lacking("whole again", 4);
    Told whole = index("whole again", 5);
    // While the first bulk is under way nothing leaves, and what waits shrinks to its newest.
    submit(ready, lackingBehind, lacking, whole);
    answer(OK);
    queue.pump(now);
    assertThat(nextBulk()).containsExactly(whole.write);
    assertThat(conflicts).containsExactly(lackingBehind.write);
    queue.resolved(lackingBehind.write, Outcome.APPLIED);
    assertThat(ready.outcomes).containsExactly(Outcome.APPLIED);
  }

  @Test
  void aDocumentThatLacksAnObjectLeavesTheHalfOfARefusedBulk() {
    Told a = index("a", 1);
    Told b = index("b", 2);
    submit(a, b);
    queue.pump(now);
    Told lacking = WriteFixtures.lacking("b", 3);
    submit(lacking);
    queue.answered(sent.remove(), new BulkResult.Unreadable("too much"), now);
    queue.pump(now);
    assertThat(nextBulk()).containsExactly(a.write);
    answer(OK);
    queue.pump(now);
    assertThat(sent).isEmpty();
    assertThat(conflicts).containsExactly(lacking.write);
  }

  /** Of a shard of which much is still to be read. */
  private static Write late(String id, int sequenceNumber) {
    Fence behind =
        new Fence() {
          @Override
          public boolean held() {
            return true;
          }

          @Override
          public boolean behind() {
            return true;
          }
        };
    return index(id, sequenceNumber, behind).write;
  }

  private WriteQueue wide(int actions) {
    now = Duration.ofHours(1).toNanos();
    return queue(actions, 1_000_000, 2);
  }

  @Test
  void whatIsBehindGathersAndOnlyTheNewestIsWritten() {
    WriteQueue gathering = wide(800);
    gathering.submit(late("first", 1));
    gathering.pump(now);
    assertThat(sent).as("nothing left before it").hasSize(1);

    Write newest = null;
    long wait = 0;
    for (int number = 2; number <= 50; number++) {
      newest = late("hot", number);
      gathering.submit(newest);
      wait = gathering.pump(now);
      assertThat(sent).hasSize(1);
      assertThat(gathering.open(now)).isFalse();
      now += Duration.ofMillis(10).toNanos();
    }
    assertThat(wait).isPositive().isLessThanOrEqualTo(Gathering.PAUSE.toNanos());
    now += Gathering.PAUSE.toNanos();
    gathering.pump(now);
    assertThat(sent.getLast().slots()).extracting(Slot::write).containsExactly(newest);
  }

  @Test
  void whatGathersLeavesInTimeThoughMoreComes() {
    WriteQueue gathering = wide(800);
    gathering.submit(late("first", 1));
    gathering.pump(now);
    long since = now;
    for (int number = 2; sent.size() == 1; number++) {
      now += Duration.ofMillis(10).toNanos();
      gathering.submit(late("hot", number));
      gathering.pump(now);
    }
    assertThat(Duration.ofNanos(now - since)).isEqualTo(Gathering.LONGEST);
  }

  @Test
  void aFullBulkDoesNotGather() {
    WriteQueue gathering = wide(16);
    gathering.submit(late("first", 1));
    gathering.pump(now);
    gathering.submit(late("a", 2));
    gathering.pump(now);
    assertThat(sent).hasSize(1);
    gathering.submit(late("b", 3));
    gathering.pump(now);
    assertThat(sent).as("a bulk begins with an eighth of the limit").hasSize(2);
  }

  @Test
  void aFullBulkGathersWhileMostOfWhatComesMakesItNoLarger() {
    WriteQueue gathering = wide(16);
    gathering.submit(late("first", 1));
    gathering.pump(now);
    Fence shard = late("any", 1).fence();
    for (int number = 2; number <= 10; number++) {
      gathering.submit(index(number % 2 == 0 ? "a" : "b", number, shard).write);
    }
    gathering.pump(now);
    assertThat(sent).as("two documents, nine changes").hasSize(1);
    now += Gathering.PAUSE.toNanos();
    gathering.pump(now);
    assertThat(sent).hasSize(2);
    assertThat(sent.getLast().slots()).hasSize(2);
  }

  @Test
  void ofWhatIsReplacedOnlyTheEndIsKept() {
    Fence shard = () -> true;
    Told first = index("a", 1, shard);
    Told third = index("a", 3, shard);
    Told late = index("a", 2, shard);
    Told elsewhere = index("a", 4);
    submit(first, third, late, elsewhere);
    assertThat(first.replaced).isTrue();
    assertThat(late.replaced).as("it came behind a newer one").isTrue();
    assertThat(third.replaced).as("its shard may outlast the other").isFalse();
    queue.pump(now);
    answer(OK);
    for (Told told : List.of(first, third, late, elsewhere)) {
      assertThat(told.outcomes).containsExactly(Outcome.APPLIED);
    }
  }

  @Test
  void theNewestOfAShardThatIsKeptStandsForAllOfIt() {
    Fence kept = () -> true;
    boolean[] held = {true};
    Fence lost = () -> held[0];
    Told first = index("a", 1, kept);
    Told second = index("a", 2, kept);
    Told third = index("a", 3, lost);
    Told fourth = index("a", 4, lost);
    submit(first, second, third, fourth);
    held[0] = false;
    queue.pump(now);
    assertThat(third.outcomes).containsExactly(Outcome.FENCED);
    assertThat(fourth.outcomes).containsExactly(Outcome.FENCED);
    assertThat(nextBulk()).containsExactly(second.write);
    answer(OK);
    assertThat(first.outcomes).containsExactly(Outcome.APPLIED);
    assertThat(second.outcomes).containsExactly(Outcome.APPLIED);
  }

  /** One shard that lags must not make others lag. */
  @Test
  void whatIsFreshTakesWithItWhatGathers() {
    WriteQueue gathering = wide(800);
    gathering.submit(late("first", 1));
    gathering.pump(now);
    gathering.submit(late("old", 2));
    gathering.pump(now);
    assertThat(sent).hasSize(1);
    gathering.submit(index("fresh", 3).write);
    gathering.pump(now);
    assertThat(sent).hasSize(2);
  }
}
