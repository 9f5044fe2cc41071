package dev.tributary.enrich.objects;

import java.util.Objects;
import java.util.Optional;

/** What became of a fetch. */
public sealed interface FetchResult {

  /**
   * @param etag absent from no server of note
   * @param versionId absent where the bucket keeps no versions
   */
  record Fetched(ObjectBytes bytes, Optional<String> etag, Optional<String> versionId)
      implements FetchResult {
    public Fetched {
      Objects.requireNonNull(bytes, "bytes");
      Objects.requireNonNull(etag, "etag");
      Objects.requireNonNull(versionId, "versionId");
    }
  }

  /** There is no such object now. */
  record Missing() implements FetchResult, HeadResult {}

  /** Not with these credentials; S3 says so of missing objects too where listing is not allowed. */
  record Denied(String reason) implements FetchResult, HeadResult {
    public Denied {
      Objects.requireNonNull(reason, "reason");
    }
  }

  /**
   * @param limit the most bytes that are taken
   */
  record TooLarge(long limit) implements FetchResult {}

  /** No answer that settles it; it may be there later. */
  record Unavailable(String reason) implements FetchResult, HeadResult {
    public Unavailable {
      Objects.requireNonNull(reason, "reason");
    }
  }
}
