package dev.tributary.config;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations and sizes, as the config file writes them. */
public final class Units {
  // The digits are bounded so that no unit can overflow.
  private static final Pattern DURATION = Pattern.compile("([0-9]{1,12})(ms|s|m|h)");
  private static final Pattern SIZE = Pattern.compile("([0-9]{1,9})(KiB|MiB|GiB)|([0-9]{1,18})");

  private static final Map<String, ChronoUnit> TIMES =
      Map.of(
          "ms", ChronoUnit.MILLIS,
          "s", ChronoUnit.SECONDS,
          "m", ChronoUnit.MINUTES,
          "h", ChronoUnit.HOURS);
  private static final Map<String, Long> SIZES =
      Map.of("KiB", 1L << 10, "MiB", 1L << 20, "GiB", 1L << 30);

  private Units() {}

  public static Optional<Duration> duration(String text) {
    Matcher matcher = DURATION.matcher(text);
    return matcher.matches()
        ? Optional.of(Duration.of(Long.parseLong(matcher.group(1)), TIMES.get(matcher.group(2))))
        : Optional.empty();
  }

  static Optional<Long> bytes(String text) {
    Matcher matcher = SIZE.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    return Optional.of(
        matcher.group(3) != null
            ? Long.parseLong(matcher.group(3))
            : Long.parseLong(matcher.group(1)) * SIZES.get(matcher.group(2)));
  }

  /** In the largest unit that needs no fraction: {@code 90s}, {@code 10m}. */
  static String show(Duration duration) {
    long millis = duration.toMillis();
    if (millis % 1000 != 0) {
      return millis + "ms";
    }
    long seconds = millis / 1000;
    if (seconds % 60 != 0 || seconds == 0) {
      return seconds + "s";
    }
    return seconds % 3600 != 0 ? seconds / 60 + "m" : seconds / 3600 + "h";
  }

  static String show(long bytes) {
    for (String unit : new String[] {"GiB", "MiB", "KiB"}) {
      if (bytes > 0 && bytes % SIZES.get(unit) == 0) {
        return bytes / SIZES.get(unit) + unit;
      }
    }
    return String.valueOf(bytes);
  }
}
