package dev.tributary.config;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * How documents are completed with what their items only name: the section {@code objects} of the
 * config.
 *
 * @param objects which may be read, and how
 * @param giveUp how long a document waits for an object that is not there
 * @param events where S3 tells of objects that changed
 */
public record Enrichment(
    ObjectSettings objects, ContentLimits limits, Duration giveUp, Optional<Events> events) {

  /** For a config without objects. */
  public static final Enrichment NONE =
      new Enrichment(
          new ObjectSettings(Map.of(), 32L << 20, Duration.ofSeconds(10), 16, 32L << 20, 16L << 20),
          ContentLimits.DEFAULT,
          Duration.ofHours(24),
          Optional.empty());

  public Enrichment {
    Objects.requireNonNull(objects, "objects");
    Objects.requireNonNull(limits, "limits");
    Objects.requireNonNull(giveUp, "giveUp");
    Objects.requireNonNull(events, "events");
  }

  /**
   * An SQS queue that gets the buckets' event notifications.
   *
   * @param region absent for the region of the tables
   * @param endpoint absent for AWS itself
   * @param again after which time an event is looked at once more, since a document that names the
   *     object may have been on its way when it came
   */
  public record Events(URI queue, Optional<String> region, Optional<URI> endpoint, Duration again) {
    public Events {
      Objects.requireNonNull(queue, "queue");
      Objects.requireNonNull(region, "region");
      Objects.requireNonNull(endpoint, "endpoint");
      Objects.requireNonNull(again, "again");
    }
  }
}
