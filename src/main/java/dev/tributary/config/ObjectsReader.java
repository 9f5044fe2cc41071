package dev.tributary.config;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;

import dev.tributary.config.Enrichment.Events;
import dev.tributary.config.ObjectSettings.Bucket;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** The section {@code objects}: which objects may be read, and what that may take. */
final class ObjectsReader {
  private static final long GIB = 1L << 30;
  private static final URI STAND_IN = URI.create("http://localhost/1/queue");

  private ObjectsReader() {}

  static Enrichment read(Section objects) {
    ObjectSettings defaults = Enrichment.NONE.objects();
    Map<String, Bucket> buckets = BucketReader.read(objects.section("buckets"));
    Section limits = objects.section("limits");
    ObjectSettings settings =
        new ObjectSettings(
            buckets,
            size(limits, "bytes", defaults.bytes(), 1, GIB),
            time(limits, "time", defaults.time(), ofMillis(100), ofMinutes(5)),
            count(objects, "concurrency", defaults.concurrency(), 256),
            size(objects, "bytesInFlight", defaults.bytesInFlight(), 1, Long.MAX_VALUE),
            size(objects, "cache", defaults.cacheBytes(), 0, Long.MAX_VALUE));
    boolean told = objects.isMap("events");
    Events events = events(objects.section("events"), told);
    if (told && buckets.isEmpty() && objects.sound("events")) {
      objects.problem("events", "tells of objects of no bucket; name them in objects.buckets");
    }
    return new Enrichment(
        settings,
        limits(limits),
        time(objects, "giveUp", Enrichment.NONE.giveUp(), ofSeconds(1), ofDays(30)),
        told ? Optional.of(events) : Optional.empty());
  }

  private static ContentLimits limits(Section limits) {
    ContentLimits defaults = ContentLimits.DEFAULT;
    return new ContentLimits(
        size(limits, "expandedBytes", defaults.expandedBytes(), 1, 2 * GIB),
        count(limits, "ratio", defaults.ratio(), 10_000),
        count(limits, "depth", defaults.depth(), 500),
        count(limits, "vertices", defaults.vertices(), 20_000_000));
  }

  private static Events events(Section events, boolean told) {
    String example = "https://sqs.eu-west-1.amazonaws.com/123456789012/objects";
    String mend = "name the SQS queue that S3 tells, e.g. queue: " + example;
    Optional<Scalar> written = told ? events.required("queue", mend) : events.optional("queue");
    Optional<URI> queue = written.flatMap(HttpUrl::withPath);
    if (queue.isPresent() && queue.get().getRawPath().isEmpty()) {
      written.get().problem("names no queue; write e.g. " + example);
    }
    return new Events(
        queue.orElse(STAND_IN),
        events.optional("region").flatMap(scalar -> scalar.name(NameRule.REGION)),
        events.optional("endpoint").flatMap(HttpUrl::of),
        time(events, "again", ofSeconds(60), ofSeconds(1), ofHours(12)));
  }

  private static Duration time(
      Section section, String key, Duration fallback, Duration least, Duration most) {
    return section.optional(key).flatMap(s -> s.duration(least, most)).orElse(fallback);
  }

  private static long size(Section section, String key, long fallback, long least, long most) {
    return section.optional(key).flatMap(s -> s.bytes(least, most)).orElse(fallback);
  }

  private static int count(Section section, String key, int fallback, int most) {
    return section.optional(key).flatMap(s -> s.count(1, most)).orElse(fallback);
  }
}
