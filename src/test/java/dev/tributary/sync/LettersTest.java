package dev.tributary.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tributary.change.ItemKey;
import dev.tributary.change.Value;
import dev.tributary.index.DocumentKey;
import dev.tributary.table.DeadLetters.Letter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LettersTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final List<String> events = new CopyOnWriteArrayList<>();
  private final AtomicInteger failures = new AtomicInteger();
  private final Semaphore attempts = new Semaphore(0);
  private final FakeLetters store = new FakeLetters();
  private final Letters letters =
      new Letters(store, Set.of("places"), Clock.fixed(NOW, ZoneOffset.UTC), ThreadCrew::new);

  @BeforeEach
  void listen() {
    store.before =
        () -> {
          attempts.acquireUninterruptibly();
          if (failures.getAndDecrement() > 0) {
            events.add("failed");
            throw new IllegalStateException("DynamoDB is away");
          }
          events.add("done");
        };
  }

  private static Letter letter(String id) {
    return letter(id, 1);
  }

  private static Letter letter(String id, long version) {
    return new Letter("places", id, "Places", ItemKey.of(new Value.Text(id)), "broken", version);
  }

  private static DocumentKey document(String id) {
    return new DocumentKey("places", id);
  }

  private void submit(String id) {
    submit(id, 1, "freed " + id);
  }

  private void submit(String id, long version, String freed) {
    letters.store(
        letter(id, version), letters.refused(document(id)), () -> true, () -> events.add(freed));
  }

  @AfterEach
  void close() {
    letters.close();
  }

  @Test
  void aPlaceIsFreedOnlyOnceItsLetterIsStored() {
    submit("a");
    assertThat(events).as("the store has not answered").isEmpty();
    attempts.release();
    await().until(() -> events.size() == 2);
    assertThat(events).containsExactly("done", "freed a");
  }

  @Test
  void aLetterThatCannotBeStoredIsTriedAgainAndTheNextOnesOfItsDocumentWait() {
    failures.set(2);
    List<String> expected = new ArrayList<>(List.of("failed", "failed"));
    for (int version = 1; version <= 5; version++) {
      submit("a", version, "freed " + version);
      expected.addAll(List.of("done", "freed " + version));
    }
    attempts.release(10);
    await().until(() -> events.contains("freed 5"));
    assertThat(events).isEqualTo(expected);
  }

  @Test
  void lettersOfDifferentDocumentsDoNotAllWaitForEachOther() {
    for (int i = 0; i < 100; i++) {
      submit("document " + i);
    }
    await().until(() -> attempts.getQueueLength() > 1);
  }

  @Test
  void aLetterThatWasNotStoredWhenTheWorkerStopsKeepsItsPlace() {
    failures.set(1);
    submit("a");
    attempts.release(1);
    await().until(() -> events.contains("failed"));
    letters.close();
    attempts.release(10);
    // Longer than the time between two attempts.
    await()
        .during(Duration.ofMillis(1500))
        .untilAsserted(() -> assertThat(events).containsExactly("failed"));
  }

  @Test
  void aSuccessClearsTheLetterAndOnlyThenItsPlaceIsFreed() {
    attempts.release(1);
    submit("a");
    await().until(() -> events.contains("freed a"));
    letters.succeeded(document("a"), 1, () -> events.add("cleared a"));
    letters.succeeded(document("b"), 1, () -> events.add("nothing to clear"));
    assertThat(events).as("the store has not answered").endsWith("freed a", "nothing to clear");
    attempts.release();
    await().until(() -> events.contains("cleared a"));
    assertThat(store.letters).isEmpty();
    letters.succeeded(document("a"), 2, () -> events.add("and it is forgotten"));
    assertThat(events).endsWith("and it is forgotten");
  }

  @Test
  void aSuccessThatOvertakesTheStoringOfAnOlderLetterClearsItAllTheSame() {
    submit("a");
    await().until(attempts::hasQueuedThreads);
    letters.succeeded(document("a"), 2, () -> events.add("cleared a"));
    attempts.release(2);
    await().until(() -> events.contains("cleared a"));
    assertThat(store.calls).containsExactly("store a", "clear a");
    assertThat(store.letters).isEmpty();
  }

  @Test
  void aRefusalThatANewerSuccessOvertookLeavesNoLetter() {
    attempts.release(10);
    Letters.Refusal overtaken = letters.refused(document("a"));
    Letters.Refusal other = letters.refused(document("b"));
    letters.succeeded(document("a"), 2, () -> {});
    letters.succeeded(document("b"), 0, () -> {});
    Runnable freed = () -> events.add("freed");
    letters.store(letter("a", 1), overtaken, () -> true, freed);
    letters.store(letter("b", 1), other, () -> true, freed);
    await().until(() -> events.stream().filter("freed"::equals).count() == 2);
    assertThat(store.letters).as("an older success says nothing").containsOnlyKeys(document("b"));
  }

  @Test
  void aRefusalAfterASuccessOfTheSameVersionLeavesALetter() {
    attempts.release(10);
    Letters.Refusal earlier = letters.refused(document("a"));
    letters.succeeded(document("a"), 2, () -> {});
    letters.store(letter("a", 2), letters.refused(document("a")), () -> true, earlier::decided);
    await().until(() -> !store.letters.isEmpty());
  }

  @Test
  void anOlderSuccessLeavesANewerLetter() {
    attempts.release(10);
    letters.storeNow(letter("a", 5), Letters.Cause.REFUSED);
    letters.succeeded(document("a"), 4, () -> events.add("freed"));
    assertThat(events).endsWith("freed");
    assertThat(store.calls).as("costs no call").containsExactly("store a");
    assertThat(store.letters).hasSize(1);
  }

  @Test
  void aLetterOfAShardThatWentElsewhereIsLeftToItsNewOwner() {
    attempts.release(10);
    letters.store(
        letter("a"), letters.refused(document("a")), () -> false, () -> events.add("freed a"));
    await().until(() -> events.contains("freed a"));
    assertThat(store.calls).isEmpty();
  }

  @Test
  void whoWaitsForTheLettersGivesUpWhenToldTo() {
    failures.set(1);
    attempts.release(10);
    assertThat(letters.awaitKnown(0, () -> true)).isFalse();
    assertThat(letters.awaitKnown(0, () -> false)).isTrue();
  }
}
