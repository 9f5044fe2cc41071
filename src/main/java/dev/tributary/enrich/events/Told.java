package dev.tributary.enrich.events;

import java.util.List;
import java.util.Objects;

/** What a message turned out to say. */
sealed interface Told {

  /** These objects came, changed or went; none where S3 only tried whether the queue is there. */
  record Touched(List<Named> objects) implements Told {
    public Touched {
      objects = List.copyOf(objects);
    }
  }

  /**
   * @param reason without the message's own words
   */
  record Unreadable(String reason) implements Told {
    public Unreadable {
      Objects.requireNonNull(reason, "reason");
    }
  }

  /** An object by the name that S3 gives it, be it one that may be read or not. */
  record Named(String bucket, String key) {
    public Named {
      Objects.requireNonNull(bucket, "bucket");
      Objects.requireNonNull(key, "key");
    }
  }
}
