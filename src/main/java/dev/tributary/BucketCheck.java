package dev.tributary;

import dev.tributary.config.Enrichment;
import dev.tributary.enrich.Enricher;
import dev.tributary.enrich.objects.FetchResult;
import dev.tributary.enrich.objects.HeadResult;
import dev.tributary.enrich.objects.ObjectReference;
import java.util.stream.Stream;

/** Asks each bucket that the config names for an object that nobody has, and tells what it says. */
final class BucketCheck {

  private static final String NOBODYS = "tributary-check";

  private final Findings findings;

  BucketCheck(Findings findings) {
    this.findings = findings;
  }

  /**
   * @param region of buckets that name none
   */
  void run(Enrichment settings, String region) {
    try (Enricher enricher = new Enricher(settings, region)) {
      settings
          .objects()
          .buckets()
          .forEach(
              (name, bucket) -> {
                String prefix =
                    Stream.concat(bucket.prefixes().stream(), Stream.of("")).findFirst().get();
                ObjectReference object = ObjectReference.of(name, prefix + NOBODYS);
                tell(name, enricher.head(object).join());
              });
    }
  }

  private void tell(String bucket, HeadResult answer) {
    if (answer instanceof FetchResult.Unavailable unavailable) {
      findings.problem(
          "bucket '%s': %s; check objects.buckets.%s and the network"
              .formatted(bucket, unavailable.reason(), bucket));
    } else if (answer instanceof FetchResult.Denied denied) {
      findings.note(
          "bucket '%s' answers, and says of an object that is not there: %s; S3 does so where the"
                  .formatted(bucket, denied.reason())
              + " right to list is missing, and also where the right to read is");
    } else {
      findings.well("bucket '%s' can be read".formatted(bucket));
    }
  }
}
