package dev.tributary.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tributary.change.ItemKey;
import dev.tributary.change.Value;
import dev.tributary.table.DeadLetters.Letter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LettersTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final List<String> events = new CopyOnWriteArrayList<>();
  private final AtomicInteger failures = new AtomicInteger();
  private final Semaphore attempts = new Semaphore(0);
  private final Letters letters = new Letters(this::store, Clock.fixed(NOW, ZoneOffset.UTC));

  private void store(Letter letter, Instant now) {
    attempts.acquireUninterruptibly();
    assertThat(now).isEqualTo(NOW);
    if (failures.getAndDecrement() > 0) {
      events.add("failed " + letter.id());
      throw new IllegalStateException("DynamoDB is away");
    }
    events.add("stored " + letter.id());
  }

  private static Letter letter(String id) {
    return new Letter("places", id, "Places", ItemKey.of(new Value.Text(id)), "broken", 1);
  }

  private void submit(String id) {
    letters.store(letter(id), () -> events.add("freed " + id));
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
    assertThat(events).containsExactly("stored a", "freed a");
  }

  @Test
  void aLetterThatCannotBeStoredIsTriedAgainAndTheNextOneWaits() {
    failures.set(2);
    submit("a");
    submit("b");
    attempts.release(10);
    await().until(() -> events.contains("freed b"));
    assertThat(events)
        .containsExactly("failed a", "failed a", "stored a", "freed a", "stored b", "freed b");
  }

  @Test
  void aLetterThatWasNotStoredWhenTheWorkerStopsKeepsItsPlace() {
    failures.set(1);
    submit("a");
    attempts.release(1);
    await().until(() -> events.contains("failed a"));
    letters.close();
    attempts.release(10);
    // Longer than the time between two attempts.
    await()
        .during(Duration.ofMillis(1500))
        .untilAsserted(() -> assertThat(events).containsExactly("failed a"));
  }
}
