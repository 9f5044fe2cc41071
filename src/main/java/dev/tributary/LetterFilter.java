package dev.tributary;

import dev.tributary.table.DeadLetters.Filed;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * Which dead letters a command is about. What is absent takes all.
 *
 * @param reason a part of it, in any case
 * @param olderThan last refused so long ago, or longer
 * @param newerThan last refused less long ago
 */
record LetterFilter(
    Optional<String> index,
    Optional<String> entity,
    Optional<String> id,
    Optional<String> reason,
    Optional<Duration> olderThan,
    Optional<Duration> newerThan) {

  static final LetterFilter ALL =
      new LetterFilter(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  boolean takesAll() {
    return equals(ALL);
  }

  boolean takes(Filed letter, Instant now) {
    return index.map(letter.index()::equals).orElse(true)
        && entity.map(name -> letter.entity().equals(Optional.of(name))).orElse(true)
        && id.map(letter.id()::equals).orElse(true)
        && reason.map(part -> contains(letter.reason(), part)).orElse(true)
        && olderThan.map(age -> !letter.last().isAfter(now.minus(age))).orElse(true)
        && newerThan.map(age -> letter.last().isAfter(now.minus(age))).orElse(true);
  }

  private static boolean contains(String text, String part) {
    return text.toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT));
  }
}
