package dev.tributary.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.table.Gap;
import dev.tributary.table.Gap.Kind;
import dev.tributary.table.KnownTables.Known;
import dev.tributary.table.KnownTables.Stream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TableLookTest {

  private static final Instant NOW = Instant.parse("2026-11-17T12:00:00Z");
  private static final Known NOTHING = new Known(Optional.empty(), Map.of());

  private static Known known(String arn, Duration ago, Map<String, String> entities) {
    return new Known(Optional.of(new Stream(arn, NOW.minus(ago))), entities);
  }

  private static List<Gap> look(
      Known known, Map<String, String> entities, boolean leased, boolean hasItems) {
    return new TableLook("places", "arn-1", entities, known, leased).gaps(() -> hasItems, NOW);
  }

  private static Gap all(Kind kind, String subject) {
    return Gap.ofAll(kind, "places", subject, NOW);
  }

  @Test
  void aFirstStartOnAnEmptyTableIsNoGap() {
    assertThat(look(NOTHING, Map.of("place", "d1"), false, false)).isEmpty();
  }

  @Test
  void aFirstStartOnATableWithItemsIsAGapFromTheBeginning() {
    assertThat(look(NOTHING, Map.of("place", "d1"), false, true))
        .as("one for the table, none for its entities")
        .containsExactly(all(Kind.FIRST_START, "arn-1"));
  }

  @Test
  void aFirstStartThatDiedAfterItMadeLeasesIsStillAFirstStart() {
    assertThat(look(NOTHING, Map.of("place", "d1"), true, true))
        .containsExactly(all(Kind.FIRST_START, "arn-1"));
  }

  @Test
  void aNewStreamIsAGapEvenIfTheTableIsEmpty() {
    Known known = known("arn-0", Duration.ofHours(1), Map.of("place", "d1"));
    assertThat(look(known, Map.of("place", "d1"), false, false))
        .containsExactly(all(Kind.NEW_STREAM, "arn-1"));
  }

  @Test
  void whatIsKnownIsNoGap() {
    Known known = known("arn-1", Duration.ofDays(9), Map.of("place", "d1"));
    assertThat(look(known, Map.of("place", "d1"), true, true)).isEmpty();
  }

  @Test
  void leasesThatAreGoneAreAGapOnceTheStreamMayHaveLostSomething() {
    Map<String, String> entities = Map.of("place", "d1");
    assertThat(look(known("arn-1", Duration.ofHours(22), entities), entities, false, true))
        .as("another worker that starts at the same time, or one that died before it made leases")
        .isEmpty();
    assertThat(look(known("arn-1", Duration.ofHours(24), entities), entities, false, true))
        .containsExactly(all(Kind.FIRST_START, "arn-1"));
  }

  @Test
  void anEntityThatIsNewOrTakesOtherItemsIsAGap() {
    Known known = known("arn-1", Duration.ofDays(9), Map.of("place", "d1", "same", "d5"));
    Map<String, String> entities = Map.of("place", "d2", "same", "d5", "added", "d3");
    assertThat(look(known, entities, true, true))
        .containsExactlyInAnyOrder(
            all(Kind.CHANGED_ENTITY, "place"), all(Kind.NEW_ENTITY, "added"));
    assertThat(look(known, entities, true, false))
        .as("an empty table lacks nothing, but the index may have too much")
        .containsExactly(all(Kind.CHANGED_ENTITY, "place"));
  }

  @Test
  void anEntityThatIsNoLongerThereIsNoGap() {
    Known known = known("arn-1", Duration.ofDays(9), Map.of("place", "d1", "gone", "d5"));
    assertThat(look(known, Map.of("place", "d1"), true, true)).isEmpty();
  }
}
