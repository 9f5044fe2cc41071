package dev.tributary.enrich.objects;

import java.util.Objects;
import java.util.Optional;

/** What is known of an object without reading it. */
public sealed interface HeadResult
    permits HeadResult.Present, FetchResult.Missing, FetchResult.Denied, FetchResult.Unavailable {

  record Present(Optional<String> etag, Optional<String> versionId, long size)
      implements HeadResult {
    public Present {
      Objects.requireNonNull(etag, "etag");
      Objects.requireNonNull(versionId, "versionId");
    }
  }
}
