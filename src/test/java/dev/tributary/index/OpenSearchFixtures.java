package dev.tributary.index;

import dev.tributary.config.Settings;
import dev.tributary.local.Servers;
import java.net.URI;
import java.time.Duration;
import software.amazon.awssdk.regions.Region;

/** Connections to the shared OpenSearch, made as the worker makes them. */
public final class OpenSearchFixtures {
  private OpenSearchFixtures() {}

  public static OpenSearchHttp connect() {
    return connect(Servers.shared().openSearch());
  }

  static OpenSearchHttp connect(URI url) {
    return OpenSearchConnection.open(
        new Settings.OpenSearch(url, new Settings.Authentication.None(), Duration.ofSeconds(30)),
        Region.of("eu-west-1"));
  }
}
