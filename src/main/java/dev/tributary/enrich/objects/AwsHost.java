package dev.tributary.enrich.objects;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A host of AWS that serves S3 objects.
 *
 * @param bucket absent where the bucket stands in the path
 */
record AwsHost(Optional<String> bucket) {

  private static final String REGION = "[a-z]{2,4}(?:-[a-z]+)+-[0-9]{1,2}";

  /**
   * {@code s3.eu-west-1}, {@code s3-eu-west-1}, {@code s3.dualstack.eu-west-1}, {@code s3-fips...},
   * {@code s3-accelerate}, with or without a bucket before it, in the public, the Chinese and the
   * European sovereign partition. GovCloud is a region of the public one.
   */
  private static final Pattern HOST =
      Pattern.compile(
          "(?:(?<bucket>[a-z0-9._-]+)\\.)?s3(?:-fips|-accelerate|-external-1)?(?:\\.dualstack)?"
              + "(?:[.-]"
              + REGION
              + ")?\\.amazonaws\\.(?:com|com\\.cn|eu)");

  /**
   * @param authority in small letters
   */
  static Optional<AwsHost> of(String authority) {
    Matcher matcher = HOST.matcher(authority);
    return matcher.matches()
        ? Optional.of(new AwsHost(Optional.ofNullable(matcher.group("bucket"))))
        : Optional.empty();
  }
}
