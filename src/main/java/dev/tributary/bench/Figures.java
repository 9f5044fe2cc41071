package dev.tributary.bench;

/** Statistics of a few figures, which are sorted. */
final class Figures {
  private Figures() {}

  static double median(double[] sorted) {
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  /** The smallest figure that so much of all are not above. */
  static double percentile(double[] sorted, double percent) {
    int rank = (int) Math.ceil(percent / 100 * sorted.length);
    return sorted[Math.max(0, rank - 1)];
  }
}
