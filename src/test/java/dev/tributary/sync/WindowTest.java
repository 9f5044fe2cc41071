package dev.tributary.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.change.SequenceNumber;
import dev.tributary.sync.Window.Place;
import org.junit.jupiter.api.Test;

class WindowTest {

  private final Window window = new Window();

  private static SequenceNumber seq(int number) {
    return SequenceNumber.of(String.valueOf(number));
  }

  private Place add(int sequenceNumber, int actions) {
    return window.add(seq(sequenceNumber), actions).orElseThrow();
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
    assertThat(window.add(seq(2), 1)).isEmpty();
    window.finish(place);
    assertThat(window.toCheckpoint()).contains(seq(1));
  }

  @Test
  void aDroppedWindowNeverCheckpoints() {
    Place place = add(1, 1);
    window.drop();
    window.finish(place);
    assertThat(window.toCheckpoint()).isEmpty();
    assertThat(window.add(seq(2), 1)).isEmpty();
    window.close();
    assertThat(window.dropped()).isTrue();
  }

  @Test
  void isFinishedOnlyIfNothingWasTurnedAway() {
    window.finish(add(1, 1));
    assertThat(window.awaitFinished(() -> false)).isTrue();
    window.turnAway();
    assertThat(window.awaitFinished(() -> false)).isFalse();
    assertThat(window.open()).isFalse();
  }

  @Test
  void givesUpWaitingWhenTold() {
    add(1, 1);
    assertThat(window.awaitFinished(() -> true)).isFalse();
  }

  @Test
  void waitsForTheLastToFinish() throws InterruptedException {
    Place place = add(1, 1);
    Thread finisher = new Thread(() -> window.finish(place));
    finisher.start();
    assertThat(window.awaitFinished(() -> false)).isTrue();
    finisher.join();
  }
}
