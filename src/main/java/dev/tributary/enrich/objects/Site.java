package dev.tributary.enrich.objects;

import dev.tributary.config.ObjectSettings;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** All that a client of S3 has to know; buckets that agree in it share one. */
record Site(String region, Optional<URI> endpoint, boolean pathStyle, Optional<String> profile) {

  /**
   * @param region where a bucket names none
   * @return by bucket
   */
  static Map<String, Site> of(Map<String, ObjectSettings.Bucket> buckets, String region) {
    Map<String, Site> sites = new LinkedHashMap<>();
    buckets.forEach(
        (name, bucket) ->
            sites.put(
                name,
                new Site(
                    bucket.region().orElse(region),
                    bucket.endpoint(),
                    bucket.pathStyle(),
                    bucket.profile())));
    return sites;
  }
}
