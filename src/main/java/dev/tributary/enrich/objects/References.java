package dev.tributary.enrich.objects;

import dev.tributary.config.ObjectSettings;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Turns the text of an attribute into an object that may be read, or refuses it. Nothing here asks
 * any server: a URL is a way to write bucket and key, and never fetched itself. The bucket's entry
 * in the config says where it is read from, whatever region or server the text names.
 */
public final class References {
  private final Map<String, ObjectSettings.Bucket> buckets;
  private final Roots roots;

  /**
   * @param buckets by name; all that may be read
   */
  public References(Map<String, ObjectSettings.Bucket> buckets) {
    this.buckets = Map.copyOf(buckets);
    this.roots = new Roots(buckets);
  }

  public Reference resolve(String text) {
    Objects.requireNonNull(text, "text");
    try {
      return new Reference.Allowed(allowed(parsed(Address.of(text))));
    } catch (RefusedException e) {
      return new Reference.Refused(e.getMessage());
    }
  }

  /** As S3 itself names an object: nothing of it is decoded. */
  public Reference resolve(String bucket, String key) {
    Optional<String> fault = KeyRules.fault(key);
    if (fault.isPresent()) {
      return new Reference.Refused(fault.get());
    }
    try {
      return new Reference.Allowed(allowed(ObjectReference.of(bucket, key)));
    } catch (RefusedException e) {
      return new Reference.Refused(e.getMessage());
    }
  }

  private ObjectReference parsed(Address address) throws RefusedException {
    if (address.scheme().equals("s3")) {
      return reference(address.authority(), afterSlash(address.path()), address);
    }
    Optional<Roots.Root> root = roots.find(address);
    if (root.isPresent()) {
      return reference(root.get().bucket(), root.get().key(address), address);
    }
    Optional<AwsHost> aws = AwsHost.of(address.authority());
    if (aws.isPresent() && aws.get().bucket().isPresent()) {
      return reference(aws.get().bucket().get(), afterSlash(address.path()), address);
    }
    String path = afterSlash(address.path());
    String bucket = path.substring(0, slash(path));
    if (aws.isPresent()) {
      return reference(bucket, afterSlash(path.substring(slash(path))), address);
    }
    if (roots.knows(address.authority())) {
      throw new RefusedException(
          "bucket %s is not read from %s: correct objects.buckets if it should be"
              .formatted(Shown.quoted(bucket), Shown.quoted(address.authority())));
    }
    throw new RefusedException(
        "host %s is neither S3 nor the endpoint or a url of a bucket in objects.buckets"
            .formatted(Shown.quoted(address.authority())));
  }

  private static ObjectReference reference(String bucket, String path, Address address)
      throws RefusedException {
    String key = Percent.decoded(path);
    Optional<String> fault = KeyRules.fault(key);
    if (fault.isPresent()) {
      throw new RefusedException(fault.get());
    }
    return new ObjectReference(bucket, key, Query.versionId(address));
  }

  private ObjectReference allowed(ObjectReference reference) throws RefusedException {
    ObjectSettings.Bucket bucket = buckets.get(reference.bucket());
    if (bucket == null) {
      throw new RefusedException(
          "bucket %s is not in objects.buckets: add it if it may be read"
              .formatted(Shown.quoted(reference.bucket())));
    }
    List<String> prefixes = bucket.prefixes();
    if (!prefixes.isEmpty() && prefixes.stream().noneMatch(reference.key()::startsWith)) {
      throw new RefusedException(
          "key %s starts with none of objects.buckets.%s.prefixes: add its prefix if it may be read"
              .formatted(Shown.quoted(reference.key()), reference.bucket()));
    }
    return reference;
  }

  private static int slash(String path) {
    return path.indexOf('/') < 0 ? path.length() : path.indexOf('/');
  }

  private static String afterSlash(String path) {
    return path.isEmpty() ? path : path.substring(1);
  }
}
