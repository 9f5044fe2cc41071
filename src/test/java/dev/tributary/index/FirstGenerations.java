package dev.tributary.index;

import java.util.Optional;

/** Documents of every index go to its first generation. */
public final class FirstGenerations {

  public static final Destinations DESTINATIONS = index -> Optional.of(Generation.first(index));

  private FirstGenerations() {}

  public static DocumentStores stores(OpenSearchHttp http) {
    return new DocumentStores(http, DESTINATIONS);
  }

  public static DocumentStore store(OpenSearchHttp http, String index) {
    return new DocumentStore(http, Generation.first(index));
  }
}
