package dev.tributary.chaos;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;

/**
 * What a run is to be.
 *
 * @param home the project's folder, with the local servers below {@code target/local}
 * @param lasts how long there are faults
 * @param kinds which faults
 */
public record ChaosOptions(
    Path home, long seed, Duration lasts, int workers, Set<FaultKind> kinds) {

  public ChaosOptions {
    kinds = Set.copyOf(kinds);
    if (workers < 1 || workers > 8) {
      throw new IllegalArgumentException("There may be 1 to 8 workers, not " + workers);
    }
    if (lasts.isNegative() || lasts.isZero()) {
      throw new IllegalArgumentException("It has to last for some time");
    }
  }
}
