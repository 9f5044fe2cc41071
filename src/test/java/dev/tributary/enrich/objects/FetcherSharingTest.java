package dev.tributary.enrich.objects;

import static dev.tributary.enrich.objects.FetcherFixture.PLACES;
import static dev.tributary.enrich.objects.FetcherFixture.object;
import static dev.tributary.enrich.objects.FetcherFixture.text;
import static java.util.concurrent.CompletableFuture.completedFuture;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.enrich.objects.FetchResult.Missing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Places, bytes, one fetch for many, and what is kept. */
final class FetcherSharingTest {
  private final FetcherFixture fixture = new FetcherFixture();
  private final FakeStore store = fixture.store;

  @AfterEach
  void nothingIsHeldAtTheEnd() {
    assertThat(fixture.nothingIsHeld()).isTrue();
  }

  @Test
  void onlySoManyAreUnderWayAtOnceAndTheRestFollowsInOrder() {
    List<CompletableFuture<FetchResult>> all = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      all.add(fixture.fetch("k" + i));
    }
    for (int i = 0; i < 20; i++) {
      assertThat(store.underWay()).isEqualTo(Math.min(PLACES, 20 - i));
      assertThat(store.calls.get(i).reference()).isEqualTo(object("k" + i));
      store.calls.get(i).send("v" + i, "e");
      assertThat(text(all.get(i))).isEqualTo("v" + i);
    }
  }

  @Test
  void manyWhoAskBeforeItIsSentShareOneFetch() {
    fillPlaces();
    List<CompletableFuture<FetchResult>> sharing = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      sharing.add(fixture.fetch("shared"));
    }
    emptyPlaces();
    assertThat(store.calls).hasSize(PLACES + 1);
    store.last().send("once", "e");
    assertThat(sharing).allSatisfy(result -> assertThat(text(result)).isEqualTo("once"));
  }

  /** The one under way may bring the object as it was before they asked. */
  @Test
  void whoAsksAfterItWasSentGetsAFetchOfTheirOwnTogether() {
    CompletableFuture<FetchResult> early = fixture.fetch("a");
    List<CompletableFuture<FetchResult>> late = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      late.add(fixture.fetch("a"));
    }
    assertThat(store.calls).hasSize(1);
    store.last().send("old", "1");
    assertThat(text(early)).isEqualTo("old");
    assertThat(late).noneMatch(CompletableFuture::isDone);
    assertThat(store.calls).hasSize(2);
    assertThat(store.last().unless()).contains("1");
    store.last().send("new", "2");
    assertThat(late).allSatisfy(result -> assertThat(text(result)).isEqualTo("new"));
  }

  @Test
  void bytesAreHeldUntilAllHaveUsedThem() {
    List<Long> free = new ArrayList<>();
    var unused =
        fixture.fetcher.fetch(
            object("a"), result -> completedFuture(free.add(fixture.server.bytes().free())));
    store.last().send("x".repeat(90), "e");
    assertThat(free).containsExactly(60L);
  }

  @Test
  void bytesAreHeldAsLongAsTheirUseTakes() {
    CompletableFuture<String> using = new CompletableFuture<>();
    CompletableFuture<String> used = fixture.fetcher.fetch(object("a"), result -> using);
    store.last().send("x".repeat(90), "e");
    assertThat(fixture.server.bytes().free()).isEqualTo(60);
    assertThat(used).isNotDone();
    using.complete("done");
    assertThat(used).isCompletedWithValue("done");
    assertThat(fixture.nothingIsHeld()).isTrue();
  }

  @Test
  void timeInWhichNobodyAskedIsNotHeldAgainstTheServer() {
    CompletableFuture<String> using = new CompletableFuture<>();
    for (int i = 0; i < FetcherFixture.PLACES; i++) {
      var unused = fixture.fetcher.fetch(object("slow" + i), result -> using);
      store.calls.get(i).send("x", "e");
    }
    CompletableFuture<FetchResult> waiting = fixture.fetch("b");
    fixture.timer.advance(FetcherFixture.TIME.multipliedBy(9));
    using.complete("");
    store.last().send("b", "e");
    assertThat(text(waiting)).isEqualTo("b");
  }

  @Test
  void whoFetchesBesideWaitsForNobodyHere() {
    ObjectFetcher beside = fixture.fetcher.beside();
    CompletableFuture<String> using = new CompletableFuture<>();
    for (int i = 0; i < FetcherFixture.PLACES; i++) {
      var unused = fixture.fetcher.fetch(object("slow" + i), result -> using);
      store.calls.get(i).send("x", "e");
    }
    CompletableFuture<FetchResult> waiting = fixture.fetch("b");
    CompletableFuture<FetchResult> served = beside.fetch(object("c"));
    store.last().send("c", "e");
    assertThat(text(served)).isEqualTo("c");
    assertThat(waiting).isNotDone();
    using.complete("");
    store.last().send("b", "e");
    assertThat(text(waiting)).isEqualTo("b");
  }

  @Test
  void whatFindsNoRoomForItsBytesIsAskedForAgainWhenThereIs() {
    CompletableFuture<FetchResult> first = fixture.fetch("a");
    CompletableFuture<FetchResult> second = fixture.fetch("b");
    CompletableFuture<FetchResult> third = fixture.fetch("c");
    assertThat(store.calls.get(0).intake().orElseThrow().admit(90)).isTrue();
    store.calls.get(1).send("b".repeat(90), "e");
    assertThat(second).as("150 is not enough for both").isNotDone();
    store.calls.get(2).send("c", "e");
    assertThat(third).as("nobody overtakes who waits").isNotDone();
    assertThat(store.calls).hasSize(3);

    store.calls.get(0).send("a".repeat(90), "e");
    assertThat(first).isDone();
    assertThat(store.calls).hasSize(5);
    store.calls.get(4).send("c", "e");
    store.calls.get(3).send("b".repeat(90), "e");
    assertThat(text(second)).hasSize(90);
    assertThat(text(third)).isEqualTo("c");
  }

  @Test
  void anObjectOfUnknownSizeComesToAnEndThoughRoomIsScarce() {
    var unused = fixture.fetch("first");
    assertThat(intake(0).admit(100)).isTrue();
    CompletableFuture<FetchResult> growing = fixture.fetch("growing");
    assertThat(intake(1).admit(30)).isTrue();
    assertThat(intake(1).admit(60)).as("no room").isFalse();
    store.calls.get(1).answer(new Reply.Unadmitted());
    assertThat(store.calls).as("it waits for 60").hasSize(2);

    CompletableFuture<FetchResult> second = fixture.fetch("second");
    store.calls.get(0).send("1".repeat(100), "e");
    assertThat(intake(2).admit(80)).isTrue();
    assertThat(intake(3).admit(60)).as("what it waited for").isTrue();
    assertThat(intake(3).admit(90)).as("no room again").isFalse();
    store.calls.get(3).answer(new Reply.Unadmitted());
    store.calls.get(2).send("2".repeat(80), "e");
    assertThat(second).isDone();
    assertThat(fixture.server.bytes().free()).as("now it has all it may need").isEqualTo(50);
    store.calls.get(4).send("g".repeat(95), "e");
    assertThat(text(growing)).hasSize(95);
  }

  private ObjectStore.Intake intake(int call) {
    return store.calls.get(call).intake().orElseThrow();
  }

  @Test
  void waitingForRoomIsNotHeldAgainstTheServer() {
    var unused =
        fixture.fetcher.fetch(
            object("slowly used"),
            result -> {
              fixture.timer.advance(FetcherFixture.TIME.plusSeconds(1));
              return completedFuture(result);
            });
    CompletableFuture<FetchResult> waiting = fixture.fetch("b");
    assertThat(intake(0).admit(90)).isTrue();
    store.calls.get(1).send("b".repeat(90), "e");
    store.calls.get(0).send("a".repeat(90), "e");
    store.calls.get(2).send("b".repeat(90), "e");
    assertThat(text(waiting)).hasSize(90);
  }

  @Test
  void whatWasFetchedIsAskedForByItsETagAndKept() {
    fetched("a", "one", "1");
    CompletableFuture<FetchResult> again = fixture.fetch("a");
    assertThat(store.last().unless()).contains("1");
    store.last().answer(new Reply.NotModified());
    assertThat(text(again)).isEqualTo("one");

    CompletableFuture<FetchResult> changed = fixture.fetch("a");
    store.last().send("two", "2");
    assertThat(text(changed)).isEqualTo("two");
    var unused = fixture.fetch("a");
    assertThat(store.last().unless()).contains("2");
    store.last().answer(new Reply.NotModified());
  }

  @Test
  void versionsOfAnObjectAreKeptApart() {
    fetched("a", "one", "1");
    var unused = fixture.fetcher.fetch(new ObjectReference("parks", "a", Optional.of("v")));
    assertThat(store.last().unless()).isEmpty();
    store.last().send("x", "2");
  }

  @Test
  void whatIsGoneOrDeniedIsNotKept() {
    for (int status : new int[] {404, 403}) {
      fetched("a", "one", "1");
      var unused = fixture.fetch("a");
      store.last().fail(status);
      CompletableFuture<FetchResult> after = fixture.fetch("a");
      assertThat(store.last().unless()).isEmpty();
      store.last().fail(404);
      assertThat(after).isCompletedWithValue(new Missing());
    }
  }

  @Test
  void aPassingFailureForgetsNothing() {
    fetched("a", "one", "1");
    var unused = fixture.fetch("a");
    store.last().fail(503);
    fixture.timer.advance(FetcherFixture.TIME);
    assertThat(store.last().unless()).contains("1");
    while (store.underWay() > 0) {
      store.last().answer(new Reply.NotModified());
    }
  }

  @Test
  void whatWasUsedLeastRecentlyMakesRoom() {
    // Each takes its 90 bytes and half a KiB: six fit into 4,000 bytes.
    for (int i = 0; i < 6; i++) {
      fetched("k" + i, "x".repeat(90), "" + i);
    }
    var unused = fixture.fetch("k0");
    store.last().answer(new Reply.NotModified());
    fetched("k6", "x".repeat(90), "6");
    assertThat(etagAskedWith("k0")).contains("0");
    assertThat(etagAskedWith("k1")).isEmpty();
    assertThat(etagAskedWith("k2")).contains("2");
  }

  private Optional<String> etagAskedWith(String key) {
    var unused = fixture.fetch(key);
    store.last().fail(400);
    return store.last().unless();
  }

  private void fetched(String key, String text, String etag) {
    var unused = fixture.fetch(key);
    store.last().send(text, etag);
  }

  private void fillPlaces() {
    for (int i = 0; i < PLACES; i++) {
      var unused = fixture.fetch("filler" + i);
    }
  }

  private void emptyPlaces() {
    for (int i = 0; i < PLACES; i++) {
      store.calls.get(i).fail(404);
    }
  }
}
