package dev.tributary.bench;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What can be measured. */
public enum BenchProfile {
  DRAIN(65_000, "a stream of inserts, hot-key updates and deletes of about 1 KB, filled before");

  private final long records;
  private final String meaning;

  BenchProfile(long records, String meaning) {
    this.records = records;
    this.meaning = meaning;
  }

  long records() {
    return records;
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
