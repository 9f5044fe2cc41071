package dev.tributary.ops.page;

import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * How a worker did in the seconds before a moment.
 *
 * @param values what is not known is not there
 * @param lags of all shards, in seconds, by name
 */
record Sample(Instant at, Map<Series, Double> values, Map<String, Double> lags) {

  /** What is drawn over time. Rates are for each second. */
  enum Series {
    /** The largest of all shards, in seconds. */
    FLEET_LAG("fleetLag"),
    RECEIVED("received"),
    FINISHED("finished"),
    APPLIED("applied"),
    STALE("stale"),
    REJECTED("rejected"),
    /** Writes that have to be tried again. */
    PUT_OFF("putOff"),
    /** From received to applied, in milliseconds. */
    P50("p50"),
    P99("p99"),
    /** From created to applied, in milliseconds: whole seconds are all that DynamoDB tells. */
    CREATED_P99("createdP99"),
    /** Of the bytes that may be in flight, in percent. */
    IN_FLIGHT("inFlight"),
    /** Of the bulks that may ever be under way at once, in percent. */
    PACE("pace");

    private final String word;

    Series(String word) {
      this.word = word;
    }

    /** Its name in JSON. */
    String word() {
      return word;
    }
  }

  Sample {
    Objects.requireNonNull(at, "at");
    EnumMap<Series, Double> copy = new EnumMap<>(Series.class);
    copy.putAll(values);
    values = Collections.unmodifiableMap(copy);
    lags = Map.copyOf(lags);
  }
}
