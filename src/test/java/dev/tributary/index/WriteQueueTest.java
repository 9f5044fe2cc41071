package dev.tributary.index;

import static dev.tributary.index.WriteFixtures.delete;
import static dev.tributary.index.WriteFixtures.index;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.index.WriteFixtures.Told;
import dev.tributary.index.WriteQueue.Result;
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

  private final Deque<List<Slot>> sent = new ArrayDeque<>();
  private final List<Write> conflicts = new ArrayList<>();
  private long now;

  private WriteQueue queue(int actions, long bytes, int bulks) {
    return new WriteQueue(
        new WriteQueue.Limits(actions, bytes, bulks, Set.of("shared")),
        sent::add,
        (refused, resolved) -> conflicts.addAll(refused),
        (write, outcome) -> {},
        new Backoff(Duration.ofMillis(100), Duration.ofSeconds(5), new Random(1)),
        new Trouble(() -> now));
  }

  private final WriteQueue queue = queue(100, 1_000_000, 1);

  private void submit(Told... writes) {
    Arrays.stream(writes).forEach(told -> queue.submit(told.write));
  }

  private List<Write> nextBulk() {
    return sent.element().stream().map(Slot::write).toList();
  }

  private void answer(ItemAnswer... answers) {
    queue.answered(sent.remove(), new Result.Answered(List.of(answers)), now);
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

    two.answered(sent.remove(), new Result.Answered(List.of(ItemAnswer.FINE)), now);
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
      queue.answered(sent.remove(), new Result.Unavailable("connection refused"), now);
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
      List<Slot> bulk = sent.remove();
      boolean poisoned = bulk.stream().anyMatch(slot -> slot.document().id().equals("id3"));
      Result result =
          poisoned
              ? new Result.Refused("status 400: broken line")
              : new Result.Answered(bulk.stream().map(slot -> ItemAnswer.FINE).toList());
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
    queue.answered(sent.remove(), new Result.TimedOut("10 s"), now);
    queue.pump(now);
    assertThat(nextBulk()).containsExactly(a.write);
    queue.answered(sent.remove(), new Result.TimedOut("10 s"), now);
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
  void bulksAreBoundedByActionsAndByBytes() {
    WriteQueue byActions = queue(2, 1_000_000, 9);
    for (int i = 0; i < 5; i++) {
      byActions.submit(index("id" + i, i).write);
    }
    byActions.pump(now);
    assertThat(sent).extracting(List::size).containsExactly(2, 2, 1);

    sent.clear();
    WriteQueue byBytes = queue(100, 1, 9);
    byBytes.submit(index("a", 1).write);
    byBytes.submit(index("b", 2).write);
    byBytes.pump(now);
    assertThat(sent).as("one larger than the bound passes alone").hasSize(2);
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
    queue.answered(sent.remove(), new Result.Refused("too much"), now);
    queue.pump(now);
    assertThat(nextBulk()).containsExactly(a.write);
    answer(OK);
    queue.pump(now);
    assertThat(sent).isEmpty();
    assertThat(conflicts).containsExactly(lacking.write);
  }
}
