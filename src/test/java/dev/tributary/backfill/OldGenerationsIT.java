package dev.tributary.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.change.ItemKey;
import dev.tributary.change.Value;
import dev.tributary.index.Generation;
import dev.tributary.index.Generations;
import dev.tributary.index.OpenSearchFixtures;
import dev.tributary.index.OpenSearchHttp;
import dev.tributary.index.Succession;
import dev.tributary.system.Sandbox;
import dev.tributary.table.DeadLetters;
import dev.tributary.table.DeadLetters.Filed;
import dev.tributary.table.DeadLetters.Letter;
import dev.tributary.table.GenerationEntries;
import dev.tributary.table.Holds;
import dev.tributary.table.Holds.Cause;
import dev.tributary.table.Holds.Hold;
import dev.tributary.table.Holds.What;
import dev.tributary.table.KeptGenerations;
import dev.tributary.table.KeptGenerations.Kept;
import dev.tributary.table.StateTable;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is listed of a generation before it takes another's place, and when that one goes. */
class OldGenerationsIT {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final Sandbox sandbox = Sandbox.withTables(1);
  private final String index = sandbox.table();
  private final String next = index + "-000002";
  private final String state = StateTable.nameFor(sandbox.settings().application());
  private final GenerationEntries entries =
      new GenerationEntries(sandbox.dynamoDb(), state, index, next);
  private final DeadLetters live = new DeadLetters(sandbox.dynamoDb(), state);
  private final DeadLetters filling = new DeadLetters(sandbox.dynamoDb(), state, entries.names());
  private final Holds liveHolds = new Holds(sandbox.dynamoDb(), state);
  private final Holds fillingHolds = new Holds(sandbox.dynamoDb(), state, entries.names());

  @BeforeEach
  void createTable() {
    StateTable.create(sandbox.dynamoDb(), state);
  }

  @AfterEach
  void close() {
    sandbox.close();
  }

  private Letter letter(String id, long version, String reason) {
    return new Letter(index, id, index, ItemKey.of(new Value.Text(id)), reason, version);
  }

  private List<String> listed(DeadLetters letters) {
    List<Filed> filed = new ArrayList<>();
    letters.each(index, filed::add);
    return filed.stream()
        .map(one -> one.id() + " " + one.version() + " " + one.reason())
        .sorted()
        .toList();
  }

  @Test
  void lettersOfAGenerationThatIsBeingFilledAreApartUntilItTakesTheOldOnesPlace() {
    live.store(letter("a", 5, "old"), NOW);
    live.store(letter("b", 9, "newer"), NOW);
    filling.store(letter("a", 7, "new"), NOW);
    filling.store(letter("b", 7, "new"), NOW);
    filling.store(letter("c", 3, "new"), NOW);
    assertThat(filling.clear(index, "c", 3)).isTrue();
    filling.store(letter("d", 3, "new"), NOW);
    assertThat(listed(live)).containsExactly("a 5 old", "b 9 newer");
    assertThat(listed(filling)).containsExactly("a 7 new", "b 7 new", "d 3 new");

    assertThat(entries.handOver()).containsExactlyInAnyOrder("a", "b", "d");
    assertThat(listed(live)).containsExactly("a 7 new", "b 9 newer", "d 3 new");
    assertThat(listed(filling)).isEmpty();
  }

  @Test
  void oneThatIsGivenUpTakesItsLettersAndItsHoldWithIt() {
    live.store(letter("a", 5, "old"), NOW);
    filling.store(letter("a", 7, "new"), NOW);
    fillingHolds.hold(new Hold(What.INDEX, index, Cause.REFUSALS, "all", "rebuild", NOW));
    entries.forget();
    assertThat(listed(live)).containsExactly("a 5 old");
    assertThat(listed(filling)).isEmpty();
    assertThat(liveHolds.all()).isEmpty();
  }

  @Test
  void refusalsHoldBackTheirOwnGenerationAndAnOperatorBoth() {
    fillingHolds.hold(new Hold(What.INDEX, index, Cause.REFUSALS, "of the new", "rebuild", NOW));
    assertThat(liveHolds.all()).extracting(Hold::name).containsExactly(next);
    assertThat(fillingHolds.all()).extracting(Hold::name).containsExactly(index);
    assertThat(liveHolds.release(What.INDEX, next)).isTrue();

    liveHolds.hold(new Hold(What.INDEX, index, Cause.REFUSALS, "of the old", "worker", NOW));
    assertThat(fillingHolds.all()).isEmpty();
    liveHolds.hold(new Hold(What.INDEX, index, Cause.OPERATOR, "both", "somebody", NOW));
    assertThat(fillingHolds.all()).extracting(Hold::reason).containsExactly("both");
  }

  @Test
  void aGenerationIsDeletedWhenItsTimeIsOverAndNotWhileSearchesGoToIt() throws Exception {
    try (OpenSearchHttp openSearch = OpenSearchFixtures.connect()) {
      Succession succession = new Succession(openSearch);
      new Generations(openSearch, one -> "rules").ensure(index, Optional.empty());
      Generation second = succession.create(succession.next(index), Optional.empty(), "rules");
      KeptGenerations kept = new KeptGenerations(sandbox.dynamoDb(), state);
      OldGenerations old =
          new OldGenerations(
              kept, succession, Set.of(index), Clock.systemUTC(), Duration.ofDays(1));

      kept.keep(new Kept(index, second.name(), Instant.now().plusSeconds(3600)));
      old.look();
      assertThat(succession.list(index)).as("its time is not over").hasSize(2);
      kept.keep(new Kept("elsewhere", index + "-000001", NOW));
      old.look();
      assertThat(kept.all()).as("nor is it another config's").hasSize(2);

      kept.keep(new Kept(index, second.name(), NOW));
      kept.keep(new Kept(index, index + "-000001", NOW));
      old.look();
      assertThat(succession.list(index))
          .singleElement()
          .satisfies(left -> assertThat(left.live()).isTrue());
      assertThat(kept.all()).isEmpty();
    }
  }
}
