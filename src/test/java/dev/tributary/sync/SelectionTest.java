package dev.tributary.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.change.Change;
import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import dev.tributary.change.SequenceNumber;
import dev.tributary.change.Value;
import dev.tributary.document.Action;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SelectionTest {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  private static Change at(Instant moment) {
    return new Change.Remove(
        "Places",
        ItemKey.of(new Value.Text("a")),
        new Origin.Streamed("stream", SequenceNumber.of("1"), moment),
        Optional.empty(),
        false);
  }

  @Test
  void whatWasWrittenBeforeIsPassedOver() {
    Selection later = new Selection(Optional.of(NOON), Optional.empty());
    assertThat(later.takes(at(NOON.minusSeconds(61)))).isFalse();
    assertThat(later.takes(at(NOON.minusSeconds(60)))).as("cut to the minute").isTrue();
    assertThat(later.takes(at(NOON))).isTrue();
    assertThat(Selection.ALL.takes(at(Instant.EPOCH))).isTrue();
  }

  @Test
  void whatOtherEntitiesAskForIsPassedOver() {
    Selection places = new Selection(Optional.empty(), Optional.of("place"));
    assertThat(places.takes(new Action.Delete("place", "places", "a"))).isTrue();
    assertThat(places.takes(new Action.Delete("photo", "places", "a"))).isFalse();
    assertThat(Selection.ALL.takes(new Action.Delete("photo", "places", "a"))).isTrue();
  }
}
