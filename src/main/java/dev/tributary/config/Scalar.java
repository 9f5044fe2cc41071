package dev.tributary.config;

import dev.tributary.change.Value;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * One value of the file.
 *
 * @param written as the file has it
 * @param text with its variables filled in
 * @param quoted whether it stands in quotes, which make it a text whatever it looks like
 */
record Scalar(
    Problems problems, Place place, String key, String written, String text, boolean quoted) {

  private static final Pattern BOOLEAN = Pattern.compile("true|True|TRUE|false|False|FALSE");
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]{0,37})(\\.[0-9]{1,38})?([eE][-+]?[0-9]{1,3})?");

  /** Adds a problem whose sentence starts with this value. */
  void problem(String reason) {
    String origin = text.equals(written) ? "" : " (from " + Quote.of(written) + ")";
    problems.add(place, key, Quote.of(text) + origin + " " + reason);
  }

  Optional<String> name(NameRule rule) {
    if (rule.allows().test(text)) {
      return Optional.of(text);
    }
    problem(rule.says());
    return Optional.empty();
  }

  /** As YAML has it: a boolean, a number or a text. */
  Value typed() {
    if (!quoted && BOOLEAN.matcher(text).matches()) {
      return new Value.Bool(text.equalsIgnoreCase("true"));
    }
    return !quoted && NUMBER.matcher(text).matches()
        ? new Value.Numeric(text)
        : new Value.Text(text);
  }

  Optional<Boolean> flag() {
    if (BOOLEAN.matcher(text).matches()) {
      return Optional.of(text.equalsIgnoreCase("true"));
    }
    problem("is neither true nor false");
    return Optional.empty();
  }

  /** What a parser makes of it, or a problem with the parser's words. */
  <T> Optional<T> parsed(Function<String, T> parser) {
    try {
      return Optional.of(parser.apply(text));
    } catch (IllegalArgumentException e) {
      problem(e.getMessage());
      return Optional.empty();
    }
  }

  /** One of these words. */
  Optional<String> oneOf(List<String> words) {
    if (words.contains(text)) {
      return Optional.of(text);
    }
    String suggestion = Nearest.suggestion(text, words);
    problem(
        suggestion.isEmpty()
            ? "is not known; write " + String.join(", ", words)
            : "is not known" + suggestion);
    return Optional.empty();
  }

  Optional<Duration> duration(Duration least, Duration most) {
    Optional<Duration> duration = Units.duration(text);
    if (duration.isEmpty()) {
      problem("is not a duration; write e.g. 250ms, 10s, 5m or 1h");
    }
    return duration.filter(d -> within(d, least, most, Units.show(least), Units.show(most)));
  }

  Optional<Long> bytes(long least, long most) {
    Optional<Long> bytes = Units.bytes(text);
    if (bytes.isEmpty()) {
      problem("is not a size; write e.g. 512KiB, 64MiB, 1GiB or a number of bytes");
    }
    return bytes.filter(b -> within(b, least, most, Units.show(least), Units.show(most)));
  }

  Optional<Integer> count(int least, int most) {
    if (!text.matches("[0-9]{1,9}")) {
      problem("is not a whole number from %d to %d".formatted(least, most));
      return Optional.empty();
    }
    int count = Integer.parseInt(text);
    return Optional.of(count)
        .filter(c -> within(c, least, most, String.valueOf(least), String.valueOf(most)));
  }

  private <T extends Comparable<T>> boolean within(
      T value, T least, T most, String shownLeast, String shownMost) {
    if (value.compareTo(least) < 0) {
      problem("is too small; at least " + shownLeast);
      return false;
    }
    if (value.compareTo(most) > 0) {
      problem("is too large; at most " + shownMost);
      return false;
    }
    return true;
  }
}
