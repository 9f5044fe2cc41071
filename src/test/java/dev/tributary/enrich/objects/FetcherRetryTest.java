package dev.tributary.enrich.objects;

import static dev.tributary.enrich.objects.FetcherFixture.TIME;
import static dev.tributary.enrich.objects.FetcherFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.enrich.objects.FetchResult.Unavailable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When it is tried again, and for how long. */
final class FetcherRetryTest {
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  private final FetcherFixture fixture = new FetcherFixture();
  private final FakeStore store = fixture.store;

  @AfterEach
  void nothingIsHeldAtTheEnd() {
    assertThat(fixture.nothingIsHeld()).isTrue();
    assertThat(store.underWay()).as("calls that nobody waits for").isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "500,",
    "502,",
    "503,SlowDown",
    "504,",
    "429,",
    "408,",
    "400,RequestTimeout",
    "400,SlowDown",
    "403,RequestTimeTooSkewed"
  })
  void passingFailuresAreTriedAgainAfterAPause(int status, String code) {
    CompletableFuture<FetchResult> result = fixture.fetch("a");
    store.last().answer(new Reply.Failed(status, code == null ? "" : code, ""));
    assertThat(store.calls).as("not at once").hasSize(1);
    fixture.timer.advance(Duration.ofMillis(49));
    assertThat(store.calls).as("not before half of the pause").hasSize(1);
    fixture.timer.advance(Duration.ofMillis(51));
    assertThat(store.calls).hasSize(2);
    store.last().send("there", "e");
    assertThat(text(result)).isEqualTo("there");
  }

  @Test
  void aBrokenConnectionIsTriedAgain() {
    CompletableFuture<FetchResult> result = fixture.fetch("a");
    assertThat(store.last().intake().orElseThrow().admit(80)).isTrue();
    store.last().answer(new Reply.Broken("reset"));
    fixture.timer.advance(LONGEST_PAUSE);
    assertThat(fixture.server.bytes().free()).as("the broken one's bytes are back").isEqualTo(150);
    store.last().send("there", "e");
    assertThat(text(result)).isEqualTo("there");
  }

  @Test
  void pausesGrowAndEndWithTheTime() {
    CompletableFuture<FetchResult> result = fixture.fetch("a");
    List<Duration> pauses = new ArrayList<>();
    long start = fixture.timer.nanos();
    while (!result.isDone()) {
      int calls = store.calls.size();
      long failed = fixture.timer.nanos();
      store.last().answer(new Reply.Failed(503, "SlowDown", "later"));
      while (!result.isDone() && store.calls.size() == calls) {
        fixture.timer.advance(Duration.ofMillis(1));
      }
      if (!result.isDone()) {
        pauses.add(Duration.ofNanos(fixture.timer.nanos() - failed));
      }
    }
    assertThat(result).isCompletedWithValue(new Unavailable("S3 answers 503 SlowDown: later"));
    assertThat(Duration.ofNanos(fixture.timer.nanos() - start)).isLessThanOrEqualTo(TIME);
    assertThat(pauses).hasSizeBetween(7, 14);
    assertThat(pauses.get(0)).isBetween(Duration.ofMillis(50), Duration.ofMillis(101));
    assertThat(pauses.get(3)).isBetween(Duration.ofMillis(400), Duration.ofMillis(801));
    assertThat(pauses).allMatch(pause -> pause.compareTo(LONGEST_PAUSE.plusMillis(1)) <= 0);
  }

  @Test
  void aCallWithoutAnAnswerIsGivenUpWhenTheTimeIsOver() {
    CompletableFuture<FetchResult> result = fixture.fetch("a");
    ObjectStore.Intake intake = store.last().intake().orElseThrow();
    assertThat(intake.admit(80)).isTrue();
    fixture.timer.advance(TIME.minusMillis(1));
    assertThat(result).isNotDone();
    fixture.timer.advance(Duration.ofMillis(1));
    assertThat(result).isCompletedWithValue(new Unavailable("no full answer in 10.0 s"));
    assertThat(intake.admit(90)).as("what still comes of a call that was given up").isFalse();
  }

  @Test
  void whoWaitedWhileNobodyWasAnsweredDoesNotTryForAsLongAgain() {
    List<CompletableFuture<FetchResult>> all = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      all.add(fixture.fetch("k" + i));
    }
    fixture.timer.advance(TIME);
    assertThat(all).allMatch(CompletableFuture::isDone);
    assertThat(store.calls).as("only those that had a place were sent").hasSize(3);
    assertThat(all.get(999))
        .isCompletedWithValue(new Unavailable("S3 has answered nobody for 10.0 s"));
  }

  @Test
  void waitingForAPlaceIsNotHeldAgainstAServerThatAnswers() {
    for (int i = 0; i < 3; i++) {
      var unused = fixture.fetch("k" + i);
    }
    CompletableFuture<FetchResult> waiting = fixture.fetch("waiting");
    fixture.timer.advance(TIME.minusSeconds(1));
    store.calls.get(0).fail(404);
    store.calls.get(1).fail(404);
    store.calls.get(2).fail(404);
    fixture.timer.advance(TIME.minusSeconds(1));
    assertThat(waiting).isNotDone();
    store.last().send("there", "e");
    assertThat(text(waiting)).isEqualTo("there");
  }

  @Test
  void aSilentServerHoldsUpNobodyElses() {
    for (int i = 0; i < 10; i++) {
      var unused = fixture.fetch("k" + i);
    }
    CompletableFuture<FetchResult> elsewhere =
        fixture.fetcher.fetch(ObjectReference.of("articles", "a"));
    store.last().send("there", "e");
    assertThat(text(elsewhere)).isEqualTo("there");
    fixture.timer.advance(TIME);
  }
}
