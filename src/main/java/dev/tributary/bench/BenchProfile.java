package dev.tributary.bench;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What can be measured. */
public enum BenchProfile {
  DRAIN(65_000, "a stream of inserts, hot-key updates and deletes of about 1 KB, filled before"),
  MEMORY(65_000, "the same fed from memory at KCL's interface, without a stream"),
  LATENCY(200, "single puts, five a second, until a GET finds their documents"),
  GEOMETRY(3_000, "a stream of items with a polygon of 120 points each"),
  HOT_KEYS(100_000, "a stream of changes of a thousand items"),
  WIDE(200, "a stream of items of 390 KB"),
  MANY(20_000, "twenty tables in one worker; then 1 to 1,000 shards fed from memory"),
  START(1, "from the start of a worker to its first document, cold and warm");

  private final long records;
  private final String meaning;

  BenchProfile(long records, String meaning) {
    this.records = records;
    this.meaning = meaning;
  }

  long records() {
    return records;
  }

  /**
   * How many records a read of the ceilings may bring. DynamoDB bounds a read at 1 MB; DynamoDB
   * Local does not, and a thousand wide items are more than they have memory for.
   */
  int perRead() {
    return this == WIDE ? 3 : 1000;
  }

  public String meaning() {
    return meaning;
  }

  public String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public static Optional<BenchProfile> of(String title) {
    return Arrays.stream(values()).filter(profile -> profile.title().equals(title)).findFirst();
  }
}
