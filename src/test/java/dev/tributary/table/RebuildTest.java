package dev.tributary.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.table.Rebuilds.Rebuild;
import dev.tributary.table.Rebuilds.Step;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RebuildTest {

  private static Rebuild begun(String at) {
    return new Rebuild(
        "places", "places-000001", "places-000002", "r", Step.LOADING, Instant.parse(at), "me");
  }

  /** It met the backfills of the one that was given up, which were cancelled, or done. */
  @Test
  void theNextOneOfAGenerationThatWasGivenUpHasAnotherName() {
    Rebuild first = begun("2026-03-01T12:00:00.123Z");
    assertThat(first.name()).isEqualTo("rebuild-places-000002-20260301-120000-123");
    assertThat(begun("2026-03-01T12:00:00.124Z").name()).isNotEqualTo(first.name());
    assertThat(first.at(Step.COPIED).name()).isEqualTo(first.name());
  }
}
