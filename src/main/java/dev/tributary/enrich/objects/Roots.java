package dev.tributary.enrich.objects;

import dev.tributary.config.ObjectSettings;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Where the config says that buckets are found, other than at AWS. */
final class Roots {

  /**
   * @param path ends with a slash; what stands behind it is a key
   */
  record Root(String authority, String path, String bucket) {

    /** Empty where the address ends at the root. */
    String key(Address address) {
      return address.path().substring(Math.min(path.length(), address.path().length()));
    }
  }

  private final List<Root> roots = new ArrayList<>();

  Roots(Map<String, ObjectSettings.Bucket> buckets) {
    buckets.forEach(
        (name, bucket) -> {
          bucket.endpoint().ifPresent(endpoint -> addEndpoint(endpoint, name));
          bucket.urls().forEach(url -> add(url, authority(url), path(url), name));
        });
    // A bucket's address may lie below another's.
    roots.sort(Comparator.comparingInt((Root root) -> root.path().length()).reversed());
  }

  private void addEndpoint(URI endpoint, String bucket) {
    add(endpoint, authority(endpoint), "/" + bucket + "/", bucket);
    add(endpoint, bucket + "." + authority(endpoint), "/", bucket);
  }

  private void add(URI url, String authority, String path, String bucket) {
    String scheme = url.getScheme().toLowerCase(Locale.ROOT);
    roots.add(new Root(Address.normal(scheme, authority), path, bucket));
  }

  private static String authority(URI url) {
    return url.getRawAuthority();
  }

  private static String path(URI url) {
    return url.getRawPath().endsWith("/") ? url.getRawPath() : url.getRawPath() + "/";
  }

  Optional<Root> find(Address address) {
    return roots.stream()
        .filter(root -> root.authority().equals(address.authority()))
        .filter(root -> (address.path() + "/").startsWith(root.path()))
        .findFirst();
  }

  /** Whether some bucket is there, if not the one that the address names. */
  boolean knows(String authority) {
    return roots.stream().anyMatch(root -> root.authority().equals(authority));
  }
}
