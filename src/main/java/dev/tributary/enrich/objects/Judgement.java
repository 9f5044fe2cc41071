package dev.tributary.enrich.objects;

import dev.tributary.enrich.objects.FetchResult.Denied;
import dev.tributary.enrich.objects.FetchResult.Missing;
import dev.tributary.enrich.objects.FetchResult.Unavailable;

/** What an answer without an object means. */
final class Judgement {
  private Judgement() {}

  static FetchResult ofGet(ObjectReference reference, Reply reply) {
    if (reply instanceof Reply.Failed failed) {
      return switch (failed.status()) {
        case 404 -> ofNothing(reference, failed);
        // What S3 says where the version is a delete marker.
        case 405 -> reference.versionId().isPresent() ? new Missing() : other(reference, failed);
        case 401, 403 -> new Denied("S3 refuses: " + failed.shown());
        default -> other(reference, failed);
      };
    }
    return new Unavailable(reason(reply));
  }

  static HeadResult ofHead(ObjectReference reference, Reply reply) {
    if (reply instanceof Reply.Described described) {
      return new HeadResult.Present(described.etag(), described.versionId(), described.size());
    }
    FetchResult result = ofGet(reference, reply);
    if (result instanceof HeadResult head) {
      return head;
    }
    throw new IllegalStateException("no result of a head: " + result);
  }

  private static FetchResult ofNothing(ObjectReference reference, Reply.Failed failed) {
    return failed.code().equals("NoSuchBucket")
        ? new Unavailable(
            "bucket '%s' does not exist: check its name, region and endpoint in objects.buckets"
                .formatted(reference.bucket()))
        : new Missing();
  }

  private static FetchResult other(ObjectReference reference, Reply.Failed failed) {
    boolean elsewhere =
        failed.status() / 100 == 3 || failed.code().equals("AuthorizationHeaderMalformed");
    return new Unavailable(
        elsewhere
            ? "bucket '%s' is elsewhere (%s): correct objects.buckets.%s.region or .endpoint"
                .formatted(reference.bucket(), failed.shown(), reference.bucket())
            : "S3 answers " + failed.shown());
  }

  private static String reason(Reply reply) {
    if (reply instanceof Reply.Broken broken) {
      return broken.reason();
    }
    return reply instanceof Reply.Unasked unasked
        ? unasked.reason()
        : "S3 answers what was not asked: " + reply.getClass().getSimpleName();
  }
}
