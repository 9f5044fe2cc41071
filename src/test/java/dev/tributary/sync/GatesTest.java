package dev.tributary.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tributary.index.FirstGenerations;
import dev.tributary.index.Generation;
import dev.tributary.sync.SyncFakes.FakeHolds;
import dev.tributary.table.DeadLetters;
import dev.tributary.table.Holds.Cause;
import dev.tributary.table.Holds.Hold;
import dev.tributary.table.Holds.What;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GatesTest {

  private final FakeHolds holds = new FakeHolds();
  private final Gates gates =
      new Gates(
          holds,
          FirstGenerations.DESTINATIONS,
          "worker",
          new Refusals(4),
          Clock.systemUTC(),
          ThreadCrew::new);
  private final List<String> done = new ArrayList<>();

  @AfterEach
  void close() {
    gates.close();
  }

  private void hold(What what, String name) {
    holds.hold(new Hold(what, name, Cause.OPERATOR, "a test", "somebody", Instant.EPOCH));
  }

  private boolean isOpen() {
    return gates.awaitOpen("Places", Set.of("places"), () -> true).isPresent();
  }

  private boolean refuse(int times) {
    boolean aside = false;
    for (int i = 0; i < times; i++) {
      aside = gates.refused("places", "broken");
    }
    return aside;
  }

  @Test
  void aHoldFromBeforeTheStartIsHeeded() {
    hold(What.TABLE, "Places");
    assertThat(isOpen()).isFalse();
  }

  @Test
  void anIndexHoldsBackOnlyWhatAsksSomethingOfIt() {
    hold(What.INDEX, "places");
    assertThat(isOpen()).isFalse();
    assertThat(gates.awaitOpen("Places", Set.of("photos"), () -> true)).isPresent();
  }

  @Test
  void whoWaitsGoesOnOnceTheHoldIsGone() {
    hold(What.TABLE, "Places");
    gates.refresh();
    CompletableFuture<Boolean> waiting =
        CompletableFuture.supplyAsync(
            () -> gates.awaitOpen("Places", Set.of("places"), () -> false).isPresent());
    holds.holds.clear();
    gates.refresh();
    await().until(waiting::isDone);
    assertThat(waiting.join()).isTrue();
  }

  @Test
  void anIndexWhoseDocumentsAreMostlyRefusedIsHeldBackForAllWorkers() {
    assertThat(refuse(3)).isFalse();
    assertThat(isOpen()).isTrue();
    assertThat(refuse(1)).isTrue();
    assertThat(isOpen()).isFalse();
    await().until(() -> holds.holds.size() == 1);
    Hold hold = holds.holds.get(0);
    assertThat(hold.cause()).isEqualTo(Cause.REFUSALS);
    assertThat(hold.reason()).isEqualTo("broken");
    assertThat(hold.by()).isEqualTo("worker");
  }

  @Test
  void aHoldOfItsOwnIsNotTakenForReleasedBeforeItIsStored() {
    List<Runnable> storing = new ArrayList<>();
    try (Gates slow =
        new Gates(
            holds,
            FirstGenerations.DESTINATIONS,
            "worker",
            new Refusals(1),
            Clock.systemUTC(),
            (name, threads) -> new LaterCrew(storing))) {
      slow.refresh();
      assertThat(slow.refused("places", "broken")).isTrue();
      slow.refresh();
      assertThat(slow.holds()).as("the read cannot show it yet").hasSize(1);
      storing.forEach(Runnable::run);
      slow.refresh();
      assertThat(slow.holds()).as("now it is read").hasSize(1);
      holds.holds.clear();
      slow.refresh();
      assertThat(slow.holds()).as("somebody released it").isEmpty();
    }
  }

  /** Whose tasks the test does, when it likes. */
  private record LaterCrew(List<Runnable> tasks) implements Crew {
    @Override
    public void execute(Runnable task) {
      tasks.add(task);
    }

    @Override
    public boolean rest(Duration time) {
      return false;
    }

    @Override
    public void close() {}
  }

  @Test
  void whatWasPutAsideIsTakenUpWhenTheIndexIsReleasedAndNotBefore() {
    refuse(4);
    gates.putAside("places", () -> done.add("again"));
    await().until(() -> holds.holds.size() == 1);
    // The first read after it was stored shows it, and only from then on it can be released.
    await()
        .until(
            () -> {
              gates.refresh();
              return holds.holds.size() == 1;
            });
    assertThat(done).isEmpty();
    holds.holds.clear();
    await()
        .until(
            () -> {
              gates.refresh();
              return !done.isEmpty();
            });
    assertThat(isOpen()).isTrue();
    assertThat(refuse(4)).as("the operator accepted that reason").isFalse();
  }

  @Test
  void anOperatorsHoldPutsNothingAside() {
    hold(What.INDEX, "places");
    gates.refresh();
    assertThat(gates.refused("places", "broken")).isFalse();
  }

  @Test
  void whatIsPutAsideAfterTheReleaseIsTakenUpAtOnce() {
    gates.putAside("places", () -> done.add("again"));
    assertThat(done).containsExactly("again");
  }

  @Test
  void anIndexWithoutAGenerationForItsDocumentsHoldsThemBack() {
    AtomicReference<Optional<Generation>> generation = new AtomicReference<>(Optional.empty());
    try (Gates waiting =
        new Gates(
            holds,
            index -> generation.get(),
            "worker",
            new Refusals(4),
            Clock.systemUTC(),
            ThreadCrew::new)) {
      assertThat(waiting.awaitOpen("Places", Set.of("places"), () -> true)).isEmpty();
      assertThat(waiting.heldBack("Places", "places")).isTrue();
      assertThat(waiting.awaitOpen("Places", Set.of(DeadLetters.NO_INDEX), () -> true)).isPresent();
      generation.set(Optional.of(Generation.first("places")));
      assertThat(waiting.awaitOpen("Places", Set.of("places"), () -> true))
          .contains(Map.of("places", Generation.first("places")));
    }
  }
}
