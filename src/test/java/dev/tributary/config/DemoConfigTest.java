package dev.tributary.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class DemoConfigTest {
  private static final Path FILE = Path.of("config", "places.yml");

  @Test
  void theDemoNeedsNoEnvironment() {
    Settings settings = new SettingsReader().read(FILE, Map.of());
    assertThat(settings.aws())
        .isEqualTo(new Settings.Aws(Optional.of("eu-west-1"), Optional.empty()));
    assertThat(settings.openSearch().url()).isEqualTo(URI.create("http://localhost:9200"));
    assertThat(settings.tables())
        .containsOnly(
            Map.entry(
                "places", new Settings.Table("places", new Settings.Key("PK", Optional.of("SK")))));
    assertThat(settings.indexes())
        .containsOnlyKeys("places", "place-sources", "place-media")
        .containsEntry(
            "places",
            new Settings.Index(Optional.of(Path.of("mappings", "places.json")), Set.of()));
    assertThat(settings.entities()).containsOnlyKeys("place", "source", "media");
  }

  @Test
  void theDemoFollowsItsEnvironment() {
    Settings settings =
        new SettingsReader()
            .read(
                FILE,
                Map.of(
                    "AWS_REGION", "local-1",
                    "DYNAMODB_ENDPOINT", "http://localhost:8000",
                    "OPENSEARCH_URL", "http://search:9201",
                    "TRIBUTARY_FAILOVER", "2s",
                    "TRIBUTARY_POLL", "50ms"));
    assertThat(settings.aws().region()).contains("local-1");
    assertThat(settings.aws().dynamoDbEndpoint()).contains(URI.create("http://localhost:8000"));
    assertThat(settings.openSearch().url()).isEqualTo(URI.create("http://search:9201"));
    assertThat(settings.worker().failover()).isEqualTo(Duration.ofSeconds(2));
    assertThat(settings.worker().poll()).isEqualTo(Duration.ofMillis(50));
  }
}
