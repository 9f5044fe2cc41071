package dev.tributary.config;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;

import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The section {@code objects}. */
final class ObjectReader {
  private static final ObjectSettings DEFAULTS = ObjectSettings.NONE;

  private ObjectReader() {}

  static ObjectSettings read(Section objects) {
    Map<String, ObjectSettings.Bucket> buckets = new LinkedHashMap<>();
    Section section = objects.section("buckets");
    for (String name : section.names()) {
      buckets.put(name, bucket(name, section.section(name)));
    }
    return new ObjectSettings(
        buckets,
        limits(objects.section("limits")),
        count(objects, "concurrency", DEFAULTS.concurrency(), 256),
        bytes(objects, "cache", DEFAULTS.cacheBytes()),
        objects
            .optional("giveUp")
            .flatMap(scalar -> scalar.duration(ofMinutes(1), ofDays(365)))
            .orElse(DEFAULTS.giveUp()));
  }

  private static ObjectSettings.Bucket bucket(String name, Section bucket) {
    Optional<URI> endpoint = bucket.optional("endpoint").flatMap(HttpUrl::of);
    return new ObjectSettings.Bucket(
        bucket.optional("name").map(Scalar::text).orElse(name),
        bucket.list("prefixes").stream().map(Scalar::text).toList(),
        bucket.optional("region").flatMap(scalar -> scalar.name(NameRule.REGION)),
        endpoint,
        bucket
            .optional("pathStyle")
            .flatMap(word -> word.oneOf(List.of("true", "false")))
            .map("true"::equals)
            .orElse(endpoint.isPresent()),
        bucket.list("hosts").stream().map(Scalar::text).toList());
  }

  private static ObjectSettings.Limits limits(Section limits) {
    return new ObjectSettings.Limits(
        bytes(limits, "bytes", DEFAULTS.limits().bytes()),
        bytes(limits, "expandedBytes", DEFAULTS.limits().expandedBytes()),
        count(limits, "ratio", DEFAULTS.limits().ratio(), 1_000_000),
        count(limits, "depth", DEFAULTS.limits().depth(), 500),
        count(limits, "vertices", DEFAULTS.limits().vertices(), 100_000_000),
        time(limits));
  }

  private static Duration time(Section limits) {
    return limits
        .optional("time")
        .flatMap(scalar -> scalar.duration(ofMillis(100), ofMinutes(10)))
        .orElse(DEFAULTS.limits().time());
  }

  private static long bytes(Section section, String key, long fallback) {
    return section
        .optional(key)
        .flatMap(scalar -> scalar.bytes(1, Integer.MAX_VALUE))
        .orElse(fallback);
  }

  private static int count(Section section, String key, int fallback, int most) {
    return section.optional(key).flatMap(scalar -> scalar.count(1, most)).orElse(fallback);
  }
}
