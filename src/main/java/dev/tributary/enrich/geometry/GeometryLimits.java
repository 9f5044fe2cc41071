package dev.tributary.enrich.geometry;

/**
 * What a geometry may cost before anything of it is trusted. Each limit is found while reading, so
 * no more than the limit is ever held.
 *
 * @param expandedBytes of the text, after gzip
 * @param ratio of expanded to compressed bytes, where more than a mebibyte comes out
 * @param depth of the JSON, or of collections within collections of WKT
 * @param vertices positions, over all features
 */
public record GeometryLimits(long expandedBytes, int ratio, int depth, int vertices) {

  public GeometryLimits {
    if (expandedBytes < 1 || ratio < 1 || depth < 1 || vertices < 1) {
      throw new IllegalArgumentException("A limit is below 1");
    }
  }

  public static GeometryLimits defaults() {
    return new GeometryLimits(128L << 20, 100, 32, 1_000_000);
  }
}
