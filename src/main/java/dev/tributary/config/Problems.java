package dev.tributary.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects what is wrong with one file, so that a person can mend it in one round. */
final class Problems {
  private record Found(Place place, Problem problem) {}

  private final Path file;
  private final List<Found> found = new ArrayList<>();

  Problems(Path file) {
    this.file = file;
  }

  void add(Place place, String key, String reason) {
    found.add(new Found(place, new Problem(file, place.line(), place.column(), key, reason)));
  }

  /** Whether a key is known to be wrong: what only follows from that is not worth a line. */
  boolean about(String key) {
    return found.stream().anyMatch(f -> f.problem().key().equals(key));
  }

  /** Whether a key or anything below it is known to be wrong. */
  boolean within(String key) {
    return about(key) || found.stream().anyMatch(f -> f.problem().key().startsWith(key + "."));
  }

  /** For a file of which nothing more can be said. */
  InvalidConfigException only(Place place, String reason) {
    add(place, "", reason);
    return exception();
  }

  void throwIfAny() {
    if (!found.isEmpty()) {
      throw exception();
    }
  }

  private InvalidConfigException exception() {
    return new InvalidConfigException(
        found.stream().sorted(Comparator.comparing(Found::place)).map(Found::problem).toList());
  }
}
