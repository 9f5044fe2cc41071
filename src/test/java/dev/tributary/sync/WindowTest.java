package dev.tributary.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tributary.change.SequenceNumber;
import dev.tributary.sync.Window.Place;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class WindowTest {

  private static final Instant CREATED = Instant.parse("2026-01-01T00:00:00Z");

  private final Window window = new Window();

  private static SequenceNumber seq(int number) {
    return SequenceNumber.of(String.valueOf(number));
  }

  private Place add(int sequenceNumber, int actions) {
    return window.add(seq(sequenceNumber), CREATED, actions).orElseThrow();
  }

  @Test
  void theCheckpointMovesOverTheFinishedPrefixOnly() {
    Place first = add(1, 1);
    Place second = add(2, 1);
    Place third = add(3, 1);
    assertThat(window.toCheckpoint()).isEmpty();

    window.finish(third);
    window.finish(second);
    assertThat(window.toCheckpoint()).as("the first is still under way").isEmpty();
    window.finish(first);
    assertThat(window.toCheckpoint()).contains(seq(3));
  }

  @Test
  void aChangeIsFinishedWhenAllItsActionsAre() {
    Place place = add(1, 2);
    window.finish(place);
    assertThat(window.toCheckpoint()).isEmpty();
    window.finish(place);
    assertThat(window.toCheckpoint()).contains(seq(1));
  }

  @Test
  void aChangeWithoutActionsIsFinishedAtOnceButNotAheadOfOthers() {
    Place first = add(1, 1);
    add(2, 0);
    assertThat(window.toCheckpoint()).isEmpty();
    window.finish(first);
    assertThat(window.toCheckpoint()).contains(seq(2));
  }

  @Test
  void whatIsStoredIsNotStoredAgain() {
    window.finish(add(1, 1));
    window.stored(seq(1));
    assertThat(window.toCheckpoint()).isEmpty();
  }

  @Test
  void aClosedWindowTakesNothingAndStillFinishesWhatItHas() {
    Place place = add(1, 1);
    window.close();
    assertThat(window.add(seq(2), CREATED, 1)).isEmpty();
    window.finish(place);
    assertThat(window.toCheckpoint()).contains(seq(1));
  }

  @Test
  void aDroppedWindowNeverCheckpoints() {
    Place place = add(1, 1);
    window.drop();
    window.finish(place);
    assertThat(window.toCheckpoint()).isEmpty();
    assertThat(window.add(seq(2), CREATED, 1)).isEmpty();
    window.close();
    assertThat(window.dropped()).isTrue();
  }

  @Test
  void remembersThatSomethingWasTurnedAway() {
    window.finish(add(1, 1));
    assertThat(window.turnedAway()).isFalse();
    window.turnAway();
    assertThat(window.turnedAway()).isTrue();
    assertThat(window.open()).isFalse();
    assertThat(window.awaitFinished(() -> false)).as("what was taken is finished").isTrue();
  }

  @Test
  void givesUpWaitingWhenTold() {
    add(1, 1);
    assertThat(window.awaitFinished(() -> true)).isFalse();
  }

  @Test
  void aDroppedWindowIsNotWaitedFor() {
    add(1, 1);
    window.drop();
    assertThat(window.awaitFinished(() -> false)).isFalse();
  }

  @Test
  void waitsForTheLastToFinish() {
    Place place = add(1, 1);
    CountDownLatch waiting = new CountDownLatch(1);
    CompletableFuture<Boolean> finished =
        CompletableFuture.supplyAsync(
            () ->
                window.awaitFinished(
                    () -> {
                      waiting.countDown();
                      return false;
                    }));
    await().until(() -> waiting.getCount() == 0);
    assertThat(finished).isNotDone();
    window.finish(place);
    await().until(finished::isDone);
    assertThat(finished.join()).isTrue();
  }

  @Test
  void hasSpaceForSoManyBehindOneThatDoesNotEnd() {
    Place first = add(1, 1);
    for (int i = 2; i <= Window.MOST_PLACES; i++) {
      assertThat(window.awaitSpace(() -> true)).isTrue();
      add(i, 0);
    }
    assertThat(window.awaitSpace(() -> true)).isFalse();
    CompletableFuture<Boolean> waiting =
        CompletableFuture.supplyAsync(() -> window.awaitSpace(() -> false));
    window.finish(first);
    await().until(waiting::isDone);
    assertThat(waiting.join()).isTrue();
  }
}
