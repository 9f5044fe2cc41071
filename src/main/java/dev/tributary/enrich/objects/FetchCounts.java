package dev.tributary.enrich.objects;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts what became of fetches since the start. Thread-safe. */
public final class FetchCounts {

  /** One for each end of a fetch. */
  public enum Result {
    FETCHED,
    /** The cache had it, and S3 said that it is still so. */
    UNCHANGED,
    MISSING,
    DENIED,
    TOO_LARGE,
    UNAVAILABLE
  }

  private final Map<Result, LongAdder> results;
  private final LongAdder bytes = new LongAdder();
  private volatile ByteCache cache = new ByteCache(0);

  public FetchCounts() {
    Map<Result, LongAdder> adders = new EnumMap<>(Result.class);
    for (Result result : Result.values()) {
      adders.put(result, new LongAdder());
    }
    this.results = Collections.unmodifiableMap(adders);
  }

  void of(ByteCache used) {
    this.cache = used;
  }

  void add(FetchResult result, boolean unchanged) {
    results.get(kind(result, unchanged)).increment();
    if (!unchanged && result instanceof FetchResult.Fetched fetched) {
      bytes.add(fetched.bytes().size());
    }
  }

  private static Result kind(FetchResult result, boolean unchanged) {
    if (result instanceof FetchResult.Fetched) {
      return unchanged ? Result.UNCHANGED : Result.FETCHED;
    }
    if (result instanceof FetchResult.Missing) {
      return Result.MISSING;
    }
    if (result instanceof FetchResult.Denied) {
      return Result.DENIED;
    }
    return result instanceof FetchResult.TooLarge ? Result.TOO_LARGE : Result.UNAVAILABLE;
  }

  public long count(Result result) {
    return results.get(result).sum();
  }

  /** Of objects that were read; what the cache had is not among them. */
  public long bytes() {
    return bytes.sum();
  }

  public long cachedBytes() {
    return cache.used();
  }
}
