package dev.tributary.ops;

import java.util.Arrays;
import java.util.OptionalDouble;

/** A histogram at one moment: how many took at most so long. Immutable. */
public final class Buckets {

  private final double[] bounds;
  private final long[] counts;

  /**
   * @param bounds in milliseconds, ascending; the last may be infinite
   * @param counts for each bound how many were at most that, so they ascend too
   */
  public Buckets(double[] bounds, long[] counts) {
    if (bounds.length != counts.length) {
      throw new IllegalArgumentException(
          "%d bounds have %d counts".formatted(bounds.length, counts.length));
    }
    this.bounds = bounds.clone();
    this.counts = counts.clone();
  }

  /** What came after an earlier moment. */
  public Buckets since(Buckets earlier) {
    if (!Arrays.equals(bounds, earlier.bounds)) {
      return this;
    }
    long[] since = new long[counts.length];
    Arrays.setAll(since, i -> Math.max(0, counts[i] - earlier.counts[i]));
    return new Buckets(bounds, since);
  }

  public long count() {
    return counts.length == 0 ? 0 : counts[counts.length - 1];
  }

  /**
   * The time that this share of all took at most, taken to be even within a bucket; nothing where
   * nothing was counted. What is beyond the last finite bound is told as that bound.
   *
   * @param share 0.99 for p99
   */
  public OptionalDouble percentile(double share) {
    if (count() == 0) {
      return OptionalDouble.empty();
    }
    double rank = share * count();
    double below = 0;
    long countedBelow = 0;
    for (int i = 0; i < bounds.length; i++) {
      if (counts[i] >= rank && counts[i] > countedBelow) {
        double within = (rank - countedBelow) / (counts[i] - countedBelow);
        return OptionalDouble.of(
            Double.isInfinite(bounds[i]) ? below : below + within * (bounds[i] - below));
      }
      countedBelow = counts[i];
      below = Double.isInfinite(bounds[i]) ? below : bounds[i];
    }
    return OptionalDouble.of(below);
  }
}
