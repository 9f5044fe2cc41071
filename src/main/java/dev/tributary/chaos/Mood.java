package dev.tributary.chaos;

/**
 * How often the proxy plays a trick on a request, each between 0 and 1.
 *
 * @param delays the request, or its answer, waits
 * @param cuts the connection ends, before the request is passed on, behind that, or within the
 *     answer
 * @param duplicates a write is sent once more, a little later
 */
record Mood(double delays, double cuts, double duplicates) {
  static final Mood CALM = new Mood(0, 0, 0);

  Mood {
    if (delays < 0 || cuts < 0 || duplicates < 0 || delays + cuts + duplicates > 1) {
      throw new IllegalArgumentException(
          "No such mood: %s %s %s".formatted(delays, cuts, duplicates));
    }
  }
}
