package dev.tributary.config;

/**
 * What a shape, a JSON object or a text may cost, be it in an item or in S3. Each is met while it
 * is read, before anything of it is trusted.
 *
 * @param expandedBytes after gzip
 * @param ratio of expanded to compressed bytes, where more than a mebibyte comes out
 * @param depth of lists and objects inside each other
 * @param vertices of one shape
 */
public record ContentLimits(long expandedBytes, int ratio, int depth, int vertices) {

  public static final ContentLimits DEFAULT = new ContentLimits(128L << 20, 100, 32, 1_000_000);

  public ContentLimits {
    if (expandedBytes < 1 || ratio < 1 || depth < 1 || vertices < 1) {
      throw new IllegalArgumentException("a limit below 1 lets nothing through");
    }
  }
}
