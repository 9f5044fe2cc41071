package dev.tributary.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is to be measured.
 *
 * @param home the project's folder, with the local servers below {@code target/local}
 * @param records how many changes there are; absent for as many as the profile has by itself
 * @param rounds how often each part is measured, one after the other; the median counts
 * @param worker keys of the workers' configs, below {@code worker}
 * @param java options of the JVMs that are measured, instead of those of {@link JavaOptions}
 */
public record BenchOptions(
    Path home,
    BenchProfile profile,
    Optional<Long> records,
    int rounds,
    Map<String, String> worker,
    Optional<List<String>> java) {

  /** What makes a worker as quick as it can be, at the cost of more requests. */
  public static final Map<String, String> FAST = Map.of("poll", "20ms");

  public BenchOptions {
    worker = Map.copyOf(worker);
    java = java.map(List::copyOf);
    if (rounds < 1) {
      throw new IllegalArgumentException("There has to be a round, so --rounds is 1 or more");
    }
    if (records.isPresent() && records.get() < 1) {
      throw new IllegalArgumentException("There have to be records, so --records is 1 or more");
    }
  }

  long changes() {
    return records.orElse(profile.records());
  }
}
