package dev.tributary.enrich.objects;

import java.util.Optional;
import java.util.Set;

/** What came of one attempt. */
sealed interface Reply {

  record Found(ObjectBytes bytes, Optional<String> etag, Optional<String> versionId)
      implements Reply {}

  record Described(Optional<String> etag, Optional<String> versionId, long size) implements Reply {}

  record NotModified() implements Reply {}

  /** The intake took no more bytes. */
  record Unadmitted() implements Reply {}

  /** A status that is no success; the code is S3's own word for it, or empty. */
  record Failed(int status, String code, String message) implements Reply {

    /** These come with statuses that mean other things, too. */
    private static final Set<String> PASSING =
        Set.of(
            "RequestTimeout",
            "RequestTimeTooSkewed", // the SDK has learnt the server's time by now
            "SlowDown",
            "Throttling",
            "ThrottlingException",
            "InternalError",
            "ServiceUnavailable");

    @Override
    public boolean passing() {
      return status >= 500 || status == 429 || status == 408 || PASSING.contains(code);
    }

    String shown() {
      String text = status + (code.isEmpty() ? "" : " " + code);
      return Shown.plain(message.isEmpty() ? text : text + ": " + message, 300);
    }
  }

  /** No answer, or half of one. */
  record Broken(String reason) implements Reply {
    @Override
    public boolean passing() {
      return true;
    }
  }

  /** Nothing was asked, for a reason that trying again does not mend. */
  record Unasked(String reason) implements Reply {}

  /** Whether the same call may well end otherwise a moment later. */
  default boolean passing() {
    return false;
  }
}
