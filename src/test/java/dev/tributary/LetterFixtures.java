package dev.tributary;

import dev.tributary.table.DeadLetters.Filed;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Dead letters as the state table gives them. */
final class LetterFixtures {

  static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  private LetterFixtures() {}

  static Filed letter(String index, String id) {
    return letter(index, id, Optional.of("place"), "mapper_parsing_exception: [loc]", 60);
  }

  static Filed letter(
      String index, String id, Optional<String> entity, String reason, long lastMinutesAgo) {
    return new Filed(
        index,
        id,
        "Places",
        "PLACE",
        "1",
        entity,
        reason,
        Optional.empty(),
        1_847_000_000_000_000_017L,
        NOW.minus(Duration.ofDays(3)),
        NOW.minus(Duration.ofMinutes(lastMinutesAgo)),
        4);
  }

  /** One whose record could not even be read. */
  static Filed withoutKey() {
    return new Filed(
        "(none)",
        "places/shard-1/17",
        "Places",
        "",
        "",
        Optional.empty(),
        "a fault",
        Optional.of("java.lang.IllegalStateException\n\tat dev.tributary"),
        7,
        NOW,
        NOW,
        1);
  }
}
