package dev.tributary.config;

import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * From where objects may be read, and how much.
 *
 * @param buckets the only ones, by the names that the file gives
 * @param cacheBytes how much of what was read is kept
 * @param giveUp how long an object may be missing before its item is a dead letter
 */
public record ObjectSettings(
    Map<String, Bucket> buckets, Limits limits, int concurrency, long cacheBytes, Duration giveUp) {

  /** No buckets, so nothing is read; and the defaults of all the rest. */
  public static final ObjectSettings NONE =
      new ObjectSettings(
          Map.of(),
          new Limits(16L << 20, 64L << 20, 100, 50, 500_000, Duration.ofSeconds(10)),
          16,
          32L << 20,
          Duration.ofDays(1));

  public ObjectSettings {
    buckets = Collections.unmodifiableMap(new LinkedHashMap<>(buckets));
    Objects.requireNonNull(limits, "limits");
    Objects.requireNonNull(giveUp, "giveUp");
  }

  /**
   * @param name the bucket's name in S3
   * @param prefixes what its keys must start with, one of these; empty for all
   * @param endpoint another store than AWS's
   * @param publicHosts hosts of URLs that mean this bucket, the key being the whole path
   */
  public record Bucket(
      String name,
      List<String> prefixes,
      Optional<String> region,
      Optional<URI> endpoint,
      boolean pathStyle,
      List<String> publicHosts) {
    public Bucket {
      Objects.requireNonNull(name, "name");
      prefixes = List.copyOf(prefixes);
      Objects.requireNonNull(region, "region");
      Objects.requireNonNull(endpoint, "endpoint");
      publicHosts = List.copyOf(publicHosts);
    }
  }

  /**
   * @param bytes of an object as it is stored
   * @param expandedBytes of what a compressed one holds
   * @param ratio the most that a byte may expand to
   * @param depth of nesting in JSON
   * @param time for one object, retries included
   */
  public record Limits(
      long bytes, long expandedBytes, int ratio, int depth, int vertices, Duration time) {
    public Limits {
      Objects.requireNonNull(time, "time");
    }
  }
}
