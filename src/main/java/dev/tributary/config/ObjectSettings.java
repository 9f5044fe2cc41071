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
 * Which objects may be read, and how much that may take. What is not named here is never fetched.
 *
 * @param buckets by their names in S3
 * @param bytes the most bytes of one object, as it is stored
 * @param time how long a server may leave one request without an answer, attempts and pauses
 *     together
 * @param concurrency the most requests under way at once, for each server
 * @param bytesInFlight how many bytes may be fetched and not yet used, over all servers; a larger
 *     object passes alone
 * @param cacheBytes how many bytes of objects are kept for the next time; 0 for none
 */
public record ObjectSettings(
    Map<String, Bucket> buckets,
    long bytes,
    Duration time,
    int concurrency,
    long bytesInFlight,
    long cacheBytes) {

  public ObjectSettings {
    buckets = Collections.unmodifiableMap(new LinkedHashMap<>(buckets));
    Objects.requireNonNull(time, "time");
    if (bytes < 1 || time.toMillis() < 1 || concurrency < 1 || bytesInFlight < 1) {
      throw new IllegalArgumentException("a limit below 1 lets nothing through");
    }
    if (cacheBytes < 0) {
      throw new IllegalArgumentException("a cache holds 0 bytes or more, not " + cacheBytes);
    }
  }

  /**
   * @param prefixes what keys may start with; empty for every key
   * @param region absent for the region of the tables
   * @param endpoint scheme, host and port of a server other than AWS; its URLs are understood as
   *     references
   * @param pathStyle whether requests name the bucket in the path, not in the host
   * @param urls further addresses of the bucket, such as a public domain: what stands behind one of
   *     them is a key. They are understood, and never asked.
   * @param profile the profile of the AWS credentials file whose keys open this bucket; absent for
   *     the worker's own
   */
  public record Bucket(
      List<String> prefixes,
      Optional<String> region,
      Optional<URI> endpoint,
      boolean pathStyle,
      List<URI> urls,
      Optional<String> profile) {

    public Bucket {
      prefixes = List.copyOf(prefixes);
      Objects.requireNonNull(region, "region");
      Objects.requireNonNull(endpoint, "endpoint");
      urls = List.copyOf(urls);
      Objects.requireNonNull(profile, "profile");
    }
  }
}
