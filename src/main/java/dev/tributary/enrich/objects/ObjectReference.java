package dev.tributary.enrich.objects;

import java.util.Objects;
import java.util.Optional;

/**
 * An object in S3, or one version of it. That there is one does not mean that it may be read:
 * {@link References} decides.
 */
public record ObjectReference(String bucket, String key, Optional<String> versionId) {

  public ObjectReference {
    Objects.requireNonNull(bucket, "bucket");
    Objects.requireNonNull(versionId, "versionId");
    KeyRules.fault(key)
        .ifPresent(
            fault -> {
              throw new IllegalArgumentException(fault);
            });
  }

  public static ObjectReference of(String bucket, String key) {
    return new ObjectReference(bucket, key, Optional.empty());
  }

  @Override
  public String toString() {
    return "s3://" + bucket + "/" + key + versionId.map(id -> "?versionId=" + id).orElse("");
  }
}
