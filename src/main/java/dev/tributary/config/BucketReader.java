package dev.tributary.config;

import dev.tributary.config.ObjectSettings.Bucket;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The section {@code buckets} of {@code objects}. */
final class BucketReader {
  private BucketReader() {}

  /** By their names in S3. */
  static Map<String, Bucket> read(Section buckets) {
    Map<String, Bucket> read = new LinkedHashMap<>();
    buckets
        .named(NameRule.REFERENCE)
        .forEach(
            (key, bucket) -> {
              String name = bucket.nameOr(key, NameRule.BUCKET);
              if (read.put(name, bucket(bucket)) != null && bucket.sound("name")) {
                buckets.problem(
                    key, "the bucket '%s' is there already; set another name".formatted(name));
              }
            });
    return read;
  }

  private static Bucket bucket(Section bucket) {
    Optional<URI> endpoint = bucket.optional("endpoint").flatMap(HttpUrl::of);
    return new Bucket(
        bucket.list("prefixes").stream().flatMap(s -> prefix(s).stream()).toList(),
        bucket.optional("region").flatMap(scalar -> scalar.name(NameRule.REGION)),
        endpoint,
        bucket.optional("pathStyle").flatMap(Scalar::flag).orElse(endpoint.isPresent()),
        urls(bucket),
        bucket.optional("profile").flatMap(scalar -> scalar.name(NameRule.PROFILE)));
  }

  private static Optional<String> prefix(Scalar scalar) {
    if (scalar.text().isEmpty()) {
      scalar.problem("is the start of every key; leave prefixes out if all may be read");
    } else if (scalar.text().contains("://")) {
      scalar.problem("is the start of a key, without scheme and bucket; write e.g. boundaries/");
    } else {
      return Optional.of(scalar.text());
    }
    return Optional.empty();
  }

  private static List<URI> urls(Section bucket) {
    return bucket.list("urls").stream().flatMap(s -> HttpUrl.withPath(s).stream()).toList();
  }
}
