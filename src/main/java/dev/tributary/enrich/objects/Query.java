package dev.tributary.enrich.objects;

import java.util.Optional;

/** The one part of a query that says which object is meant; all else is how to ask for it. */
final class Query {
  private static final String VERSION = "versionId=";
  private static final int LONGEST_VERSION = 1024;

  private Query() {}

  static Optional<String> versionId(Address address) throws RefusedException {
    Optional<String> found = Optional.empty();
    if (address.query().isEmpty()) {
      return found;
    }
    for (String part : address.query().split("&", -1)) {
      if (part.startsWith(VERSION)) {
        if (found.isPresent()) {
          throw new RefusedException("names more than one versionId: keep one");
        }
        found = Optional.of(checked(Percent.decoded(part.substring(VERSION.length()))));
      } else if (address.scheme().equals("s3")) {
        // In these, people write keys as they are.
        throw new RefusedException("has a '?': write %3F if it belongs to the key");
      }
    }
    return found;
  }

  private static String checked(String versionId) throws RefusedException {
    if (versionId.isEmpty()
        || versionId.length() > LONGEST_VERSION
        || versionId.chars().anyMatch(c -> c <= ' ' || c >= 127)) {
      throw new RefusedException("has a versionId that S3 does not make: remove or correct it");
    }
    return versionId;
  }
}
