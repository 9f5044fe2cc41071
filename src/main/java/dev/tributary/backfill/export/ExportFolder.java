package dev.tributary.backfill.export;

import java.util.Objects;
import java.util.Optional;

/**
 * Where an export lies: {@code s3://bucket/prefix/AWSDynamoDB/<export id>/}.
 *
 * @param prefix what its keys begin with; ends with a slash
 */
public record ExportFolder(String bucket, String prefix) {

  private static final String SCHEME = "s3://";

  public ExportFolder {
    Objects.requireNonNull(bucket, "bucket");
    if (bucket.isEmpty() || prefix.length() < 2 || !prefix.endsWith("/")) {
      throw new IllegalArgumentException("no folder of a bucket: " + bucket + "/" + prefix);
    }
  }

  /** Also where the text names the summary in it; nothing where it is no such place. */
  public static Optional<ExportFolder> of(String text) {
    int slash = text.startsWith(SCHEME) ? text.indexOf('/', SCHEME.length()) : -1;
    if (slash <= SCHEME.length()) {
      return Optional.empty();
    }
    String path = text.substring(slash + 1);
    if (path.endsWith("/" + Exports.SUMMARY)) {
      path = path.substring(0, path.length() - Exports.SUMMARY.length());
    }
    while (path.endsWith("/")) {
      path = path.substring(0, path.length() - 1);
    }
    return path.isEmpty()
        ? Optional.empty()
        : Optional.of(new ExportFolder(text.substring(SCHEME.length(), slash), path + "/"));
  }

  /**
   * Where a file of the export is. The manifest names it by the key that it got from DynamoDB: of a
   * copy that is another one.
   */
  String keyOf(String inManifest) {
    String id = prefix.substring(prefix.lastIndexOf('/', prefix.length() - 2) + 1);
    int at = ("/" + inManifest).indexOf("/" + id);
    return at < 0 ? inManifest : prefix + inManifest.substring(at + id.length());
  }

  /** For messages. */
  String shown(String key) {
    return SCHEME + bucket + "/" + key;
  }

  @Override
  public String toString() {
    return shown(prefix);
  }
}
