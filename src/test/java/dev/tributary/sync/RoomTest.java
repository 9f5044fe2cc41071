package dev.tributary.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class RoomTest {

  private final Room room = new Room(100);

  @Test
  void takesUpToItsBoundAndThenWaits() {
    assertThat(room.take(60, () -> true)).isTrue();
    assertThat(room.take(40, () -> true)).isTrue();
    assertThat(room.take(1, () -> true)).as("full, and told to give up").isFalse();
    assertThat(room.used()).isEqualTo(100);
  }

  @Test
  void oneLargerThanTheBoundPassesAlone() {
    assertThat(room.take(1000, () -> true)).isTrue();
    assertThat(room.take(1, () -> true)).isFalse();
    room.give(1000);
    assertThat(room.take(1, () -> true)).isTrue();
  }

  /** Takes room on another thread, and returns once that one has waited in vain. */
  private CompletableFuture<Boolean> takeLater(long bytes, AtomicBoolean stop) {
    CountDownLatch waiting = new CountDownLatch(1);
    CompletableFuture<Boolean> taken =
        CompletableFuture.supplyAsync(
            () ->
                room.take(
                    bytes,
                    () -> {
                      waiting.countDown();
                      return stop.get();
                    }));
    await().until(() -> waiting.getCount() == 0);
    assertThat(taken).isNotDone();
    return taken;
  }

  @Test
  void waitsUntilThereIsRoom() {
    room.take(100, () -> true);
    CompletableFuture<Boolean> waiting = takeLater(50, new AtomicBoolean());
    room.give(100);
    await().until(waiting::isDone);
    assertThat(waiting.join()).isTrue();
    assertThat(room.used()).isEqualTo(50);
  }

  @Test
  void aWaitingOneNoticesThatItShouldGiveUp() {
    room.take(100, () -> true);
    AtomicBoolean stop = new AtomicBoolean();
    CompletableFuture<Boolean> waiting = takeLater(50, stop);
    stop.set(true);
    await().until(waiting::isDone);
    assertThat(waiting.join()).isFalse();
    assertThat(room.used()).isEqualTo(100);
  }
}
