package dev.tributary.enrich.events;

import java.util.Objects;

/**
 * A message, as it came this time.
 *
 * @param id stays the same each time it comes
 * @param receipt what SQS knows this time by
 * @param receives how often it came, by any worker; a guess of SQS
 */
record Message(String id, String receipt, int receives, String body) {
  Message {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(receipt, "receipt");
    Objects.requireNonNull(body, "body");
  }
}
