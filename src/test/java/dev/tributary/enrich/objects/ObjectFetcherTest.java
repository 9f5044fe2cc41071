package dev.tributary.enrich.objects;

import static dev.tributary.enrich.objects.FetcherFixture.object;
import static dev.tributary.enrich.objects.FetcherFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.enrich.objects.FetchResult.Denied;
import dev.tributary.enrich.objects.FetchResult.Missing;
import dev.tributary.enrich.objects.FetchResult.TooLarge;
import dev.tributary.enrich.objects.FetchResult.Unavailable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ObjectFetcherTest {
  private final FetcherFixture fixture = new FetcherFixture();
  private final FakeStore store = fixture.store;

  @AfterEach
  void nothingIsHeldOrTimedAtTheEnd() {
    assertThat(fixture.nothingIsHeld()).isTrue();
    assertThat(fixture.timer.pending()).isZero();
  }

  @Test
  void bringsAnObjectWithItsETagAndVersion() {
    CompletableFuture<FetchResult> result = fixture.fetch("a");
    ObjectBytes bytes = ObjectBytes.of(new byte[] {1, 2});
    store.last().answer(new Reply.Found(bytes, Optional.of("\"e\""), Optional.of("v")));
    assertThat(result)
        .isCompletedWithValue(
            new FetchResult.Fetched(bytes, Optional.of("\"e\""), Optional.of("v")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          404 | NoSuchKey                    | Missing     | -
          404 |                              | Missing     | -
          404 | NoSuchVersion                | Missing     | -
          404 | NoSuchBucket                 | Unavailable | bucket 'parks' does not exist: check its name, region and endpoint in objects.buckets
          403 | AccessDenied                 | Denied      | S3 refuses: 403 AccessDenied: why
          403 | InvalidObjectState           | Denied      | S3 refuses: 403 InvalidObjectState: why
          401 | Unauthorized                 | Denied      | S3 refuses: 401 Unauthorized: why
          301 | PermanentRedirect            | Unavailable | bucket 'parks' is elsewhere (301 PermanentRedirect: why): correct objects.buckets.parks.region or .endpoint
          307 | TemporaryRedirect            | Unavailable | bucket 'parks' is elsewhere (307 TemporaryRedirect: why): correct objects.buckets.parks.region or .endpoint
          400 | AuthorizationHeaderMalformed | Unavailable | bucket 'parks' is elsewhere (400 AuthorizationHeaderMalformed: why): correct objects.buckets.parks.region or .endpoint
          400 | ExpiredToken                 | Unavailable | S3 answers 400 ExpiredToken: why
          405 | MethodNotAllowed             | Unavailable | S3 answers 405 MethodNotAllowed: why
          418 |                              | Unavailable | S3 answers 418: why
          """)
  void anAnswerThatSettlesItIsNotAskedForTwice(int status, String code, String kind, String why) {
    CompletableFuture<FetchResult> result = fixture.fetch("a");
    store.last().answer(new Reply.Failed(status, code == null ? "" : code, "why"));
    assertThat(result)
        .isCompletedWithValue(
            switch (kind) {
              case "Missing" -> new Missing();
              case "Denied" -> new Denied(why);
              default -> new Unavailable(why);
            });
    assertThat(store.calls).hasSize(1);
  }

  @Test
  void aVersionThatIsADeleteMarkerIsMissing() {
    CompletableFuture<FetchResult> result =
        fixture.fetcher.fetch(new ObjectReference("parks", "a", Optional.of("v")));
    store.last().fail(405);
    assertThat(result).isCompletedWithValue(new Missing());
  }

  @Test
  void anObjectOverTheLimitIsTooLarge() {
    CompletableFuture<FetchResult> result = fixture.fetch("a");
    store.last().send("x".repeat(101), "e");
    assertThat(result).isCompletedWithValue(new TooLarge(100));
  }

  @Test
  void aLimitIsKeptWhileBytesComeToo() {
    CompletableFuture<FetchResult> result = fixture.fetch("a");
    ObjectStore.Intake intake = store.last().intake().orElseThrow();
    assertThat(intake.admit(60)).isTrue();
    assertThat(intake.admit(100)).isTrue();
    assertThat(intake.admit(101)).isFalse();
    store.last().answer(new Reply.Unadmitted());
    assertThat(result).isCompletedWithValue(new TooLarge(100));
  }

  @Test
  void aHeadTellsWhatIsThere() {
    CompletableFuture<HeadResult> present = fixture.fetcher.head(object("a"));
    store.last().answer(new Reply.Described(Optional.of("e"), Optional.empty(), 7));
    assertThat(present)
        .isCompletedWithValue(new HeadResult.Present(Optional.of("e"), Optional.empty(), 7));
    CompletableFuture<HeadResult> missing = fixture.fetcher.head(object("a"));
    store.last().fail(404);
    assertThat(missing).isCompletedWithValue(new Missing());
    CompletableFuture<HeadResult> denied = fixture.fetcher.head(object("a"));
    store.last().fail(403);
    assertThat(denied).isCompletedWithValue(new Denied("S3 refuses: 403"));
  }

  @Test
  void whatTheUserOfAnObjectThrowsIsItsOwnFailure() {
    CompletableFuture<String> failing =
        fixture.fetcher.fetch(
            object("a"),
            result -> {
              throw new IllegalStateException("mine");
            });
    CompletableFuture<FetchResult> good = fixture.fetch("b");
    store.calls.get(0).send("a", "e");
    store.calls.get(1).send("b", "e");
    assertThat(failing).isCompletedExceptionally();
    assertThat(text(good)).isEqualTo("b");
  }

  @Test
  void aStoreThatBreaksItsPromiseIsUnavailableToo() {
    CompletableFuture<FetchResult> failed = fixture.fetch("a");
    store.last().reply().completeExceptionally(new IllegalStateException("no"));
    assertThat(failed.getNow(null)).isInstanceOf(Unavailable.class);
    CompletableFuture<FetchResult> strange = fixture.fetch("b");
    store.last().answer(new Reply.NotModified());
    assertThat(strange.getNow(null)).isInstanceOf(Unavailable.class);
  }

  @Test
  void aCloseEndsWhatIsUnderWayAndWhatWaits() {
    List<CompletableFuture<FetchResult>> all = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      all.add(fixture.fetch("k" + i));
    }
    all.add(fixture.fetch("k0"));
    store.calls.get(1).fail(503); // is in its pause
    fixture.fetcher.close();
    all.add(fixture.fetch("late"));
    assertThat(all)
        .allSatisfy(
            result ->
                assertThat(result).isCompletedWithValue(new Unavailable("the worker is stopping")));
    assertThat(store.calls).as("none was sent any more").hasSize(3);
    assertThat(store.underWay()).as("calls that nobody waits for").isZero();
    assertThat(store.closed).isTrue();
  }
}
