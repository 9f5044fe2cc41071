package dev.tributary.enrich.objects;

import dev.tributary.config.ObjectSettings;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Settings of buckets for tests. */
final class Buckets {

  /** Two of AWS, one with prefixes; one of R2 with two more addresses; one of a server at home. */
  static final Map<String, ObjectSettings.Bucket> SEVERAL =
      Map.of(
          "parks", aws("boundaries/", "public/"),
          "my.dotted.bucket", aws(),
          "articles",
              at(
                  "https://0a1b.r2.cloudflarestorage.com",
                  "https://cdn.example.org",
                  "https://media.example.org/articles"),
          "home", at("http://minio.local:9000"),
          "loop", at("http://[::1]:9000"));

  private Buckets() {}

  static ObjectSettings.Bucket aws(String... prefixes) {
    return new ObjectSettings.Bucket(
        List.of(prefixes), Optional.empty(), Optional.empty(), false, List.of(), Optional.empty());
  }

  static ObjectSettings.Bucket at(String endpoint, String... urls) {
    return new ObjectSettings.Bucket(
        List.of(),
        Optional.empty(),
        Optional.of(URI.create(endpoint)),
        true,
        List.of(urls).stream().map(URI::create).toList(),
        Optional.empty());
  }
}
