package dev.tributary.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every config that comes with Tributary: newcomers copy them. */
final class ShippedConfigsTest {

  private static List<Path> configs() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("config"))) {
      return files.filter(file -> file.toString().endsWith(".yml")).sorted().toList();
    }
  }

  private static List<Path> mappings() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("mappings"))) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("configs")
  void itIsRightWithoutAnyEnvironment(Path config) throws IOException {
    Settings settings = new SettingsReader().read(config, Map.of());
    assertThat(settings.application() + ".yml").isEqualTo(config.getFileName().toString());
    assertThat(Files.readAllLines(config).get(0))
        .as("editors look for the schema in the first line")
        .isEqualTo("# yaml-language-server: $schema=tributary.schema.json");
  }

  @ParameterizedTest
  @MethodSource("configs")
  void itTakesItsServersFromTheEnvironment(Path config) {
    Settings settings =
        new SettingsReader()
            .read(
                config,
                Map.of(
                    "AWS_REGION", "local-1",
                    "DYNAMODB_ENDPOINT", "http://localhost:8000",
                    "OPENSEARCH_URL", "http://search:9201",
                    "TRIBUTARY_FAILOVER", "2s",
                    "TRIBUTARY_POLL", "50ms"));
    assertThat(settings.aws().region()).contains("local-1");
    assertThat(settings.aws().dynamoDbEndpoint()).hasToString("Optional[http://localhost:8000]");
    assertThat(settings.openSearch().url()).hasToString("http://search:9201");
    assertThat(settings.worker().failover()).hasSeconds(2);
    assertThat(settings.worker().poll()).hasMillis(50);
  }

  @ParameterizedTest
  @MethodSource("mappings")
  void noMappingGrowsByItselfOrGuessesDates(Path file) throws IOException {
    JsonNode mappings = new ObjectMapper().readTree(file.toFile()).path("mappings");
    assertThat(mappings.path("dynamic").asText()).isIn("false", "strict");
    assertThat(mappings.path("date_detection").asText()).isEqualTo("false");
    assertThat(mappings.path("properties").has("_sync")).as("is Tributary's own").isFalse();
  }

  @Test
  void everyMappingBelongsToAnIndex() throws IOException {
    List<Path> used =
        configs().stream()
            .map(config -> new SettingsReader().read(config, Map.of()))
            .flatMap(settings -> settings.indexes().values().stream())
            .flatMap(index -> index.mapping().stream())
            .toList();
    assertThat(mappings()).hasSameElementsAs(used);
  }

  @Test
  void noTwoSystemsShareATableOrAnIndex() throws IOException {
    List<Settings> all =
        configs().stream().map(config -> new SettingsReader().read(config, Map.of())).toList();
    assertThat(all.stream().flatMap(settings -> settings.indexes().keySet().stream()))
        .doesNotHaveDuplicates();
    assertThat(all.stream().flatMap(s -> s.tables().values().stream().map(Settings.Table::name)))
        .doesNotHaveDuplicates();
  }
}
