package dev.tributary.config;

import static dev.tributary.config.ConfigFile.FULL;
import static dev.tributary.config.ConfigFile.MINIMAL;
import static dev.tributary.config.ConfigFile.with;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.config.Settings.Authentication;
import dev.tributary.entity.Rule;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SettingsReaderTest {
  private static final ObjectSettings.Bucket PLAIN_BUCKET =
      new ObjectSettings.Bucket(
          List.of(), Optional.empty(), Optional.empty(), false, List.of(), Optional.empty());

  @TempDir Path folder;
  private ConfigFile config;

  @BeforeEach
  void start() {
    config = new ConfigFile(folder);
  }

  @Test
  void whatMayBeInFlightIsTwiceWhatMayBeUnderWayAndFitsASmallHeap() {
    assertThat(SettingsReader.bytesInFlight(4 << 20, 2, 4L << 30)).isEqualTo(16 << 20);
    assertThat(SettingsReader.bytesInFlight(8 << 20, 4, 4L << 30)).isEqualTo(64 << 20);
    assertThat(SettingsReader.bytesInFlight(4 << 20, 2, 32 << 20)).isEqualTo(8 << 20);
    assertThat(SettingsReader.bytesInFlight(4 << 20, 2, 8 << 20)).as("a bulk").isEqualTo(4 << 20);
  }

  /** A rebuild swept its own index and closed the table's gap for all of them. */
  @Test
  void whoHasOnlyOneIndexRepairsNoGaps() {
    Settings settings = config.read(FULL);
    assertThat(settings.worker().repairGaps()).isTrue();
    String index = settings.indexes().keySet().iterator().next();
    assertThat(settings.only(index).worker().repairGaps()).isFalse();
  }

  @Test
  void everyKeyIsReadIntoItsSetting() {
    Settings settings = config.read(FULL);
    assertThat(settings)
        .isEqualTo(
            new Settings(
                "geo",
                new Settings.Aws(
                    Optional.of("eu-central-1"), Optional.of(URI.create("http://localhost:8000"))),
                new Settings.OpenSearch(
                    URI.create("https://search.example:9200"),
                    new Authentication.Basic("admin", new Secret("hunter2")),
                    ofSeconds(7),
                    settings.openSearch().trusted()),
                Map.of(
                    "places",
                    new Settings.Table("places-dev", new Settings.Key("PK", Optional.of("SK"))),
                    "users",
                    new Settings.Table("users", new Settings.Key("id", Optional.empty()))),
                Map.of(
                    "place",
                        new Settings.Entity(
                            "places", "place-index", settings.entities().get("place").rule()),
                    "user", new Settings.Entity("users", "users", Rule.EVERYTHING)),
                Map.of(
                    "place-index",
                    new Settings.Index(
                        Optional.of(folder.resolve("mapping.json")), Set.of("embedding")),
                    "users",
                    new Settings.Index(Optional.empty(), Set.of())),
                new Enrichment(
                    new ObjectSettings(
                        Map.of(
                            "geo-boundaries",
                            new ObjectSettings.Bucket(
                                List.of("boundaries/", "v2/"),
                                Optional.of("ca-central-1"),
                                Optional.of(URI.create("http://localhost:9090")),
                                false,
                                List.of(
                                    URI.create("https://assets.example.org/geo"),
                                    URI.create("http://cdn.example")),
                                Optional.of("r2")),
                            "articles",
                            PLAIN_BUCKET),
                        2 << 20,
                        ofSeconds(5),
                        4,
                        8 << 20,
                        0),
                    new ContentLimits(12 << 20, 50, 16, 5000),
                    ofHours(6),
                    Optional.of(
                        new Enrichment.Events(
                            URI.create("https://sqs.example/123456789012/objects"),
                            Optional.of("us-east-1"),
                            Optional.of(URI.create("http://localhost:9324")),
                            ofMinutes(5)))),
                new Settings.Worker(
                    "worker-1",
                    ofSeconds(20),
                    ofSeconds(1),
                    ofSeconds(3),
                    ofMinutes(1),
                    true,
                    50,
                    Optional.of(new Settings.Verification(7, true)),
                    new Settings.Telling(
                        Optional.of(new Settings.Http(Optional.of(9464), "0.0.0.0")),
                        Optional.of(ofSeconds(90)))),
                new Settings.Limits(32 << 20, 1 << 20, 500, 3)));
    assertThat(settings.openSearch().trusted())
        .singleElement()
        .satisfies(ca -> assertThat(ca.getSubjectX500Principal()).hasToString("CN=Test authority"));
    assertThat(settings.toString()).doesNotContain("hunter2");
  }

  @Test
  void whatIsLeftOutHasItsDefault() {
    Settings settings = config.read(MINIMAL);
    assertThat(settings)
        .isEqualTo(
            new Settings(
                "places",
                new Settings.Aws(Optional.empty(), Optional.empty()),
                new Settings.OpenSearch(
                    URI.create("http://localhost:9200"), new Authentication.None(), ofSeconds(8)),
                Map.of(
                    "places",
                    new Settings.Table("places", new Settings.Key("PK", Optional.empty()))),
                Map.of("place", new Settings.Entity("places", "places", Rule.EVERYTHING)),
                Map.of("places", new Settings.Index(Optional.empty(), Set.of())),
                Enrichment.NONE,
                new Settings.Worker(
                    settings.worker().id(),
                    ofSeconds(10),
                    ofMillis(250),
                    ofSeconds(2),
                    ofSeconds(20),
                    false,
                    0,
                    Optional.empty(),
                    new Settings.Telling(
                        Optional.of(new Settings.Http(Optional.empty(), "127.0.0.1")),
                        Optional.empty())),
                new Settings.Limits(4 << 20, 1 << 20, 5000, 2)));
  }

  @Test
  void aRestartIsAnotherWorkerOnTheSameHost() {
    Map<String, String> environment = Map.of("HOSTNAME", "pod/7");
    String first = config.read(MINIMAL, environment).worker().id();
    String second = config.read(MINIMAL, environment).worker().id();
    assertThat(first).matches("pod-7-[0-9a-f]{8}").isNotEqualTo(second);
    assertThat(config.read(MINIMAL).worker().id()).matches("[A-Za-z0-9_.-]+-[0-9a-f]{8}");
  }

  @Test
  void mapsKeepTheOrderOfTheFile() {
    StringBuilder indexes = new StringBuilder("indexes:\n");
    StringBuilder entities = new StringBuilder("entities:\n");
    String[] names = {"zebra", "yak", "cat", "xerus", "ant", "bee"};
    for (String name : names) {
      indexes.append("  ").append(name).append(":\n");
      entities.append("  %s: {table: places, index: %s}%n".formatted(name, name));
    }
    String yaml = MINIMAL.substring(0, MINIMAL.indexOf("indexes:")) + indexes + entities;
    assertThat(config.read(yaml).indexes().keySet()).containsExactly(names);
    assertThat(config.read(yaml).entities().keySet()).containsExactly(names);
  }

  @Test
  void settingsCannotBeChanged() {
    Map<String, Settings.Table> tables = config.read(MINIMAL).tables();
    assertThatThrownBy(tables::clear).isInstanceOf(UnsupportedOperationException.class);
  }

  @ParameterizedTest
  @CsvSource({"1s, 800", "5s, 4000", "10s, 8000", "12500ms, 10000", "20s, 10000", "10m, 10000"})
  void theRequestTimeoutFollowsTheFailoverUpToTenSeconds(String failover, long millis) {
    Settings settings = config.read(MINIMAL + "worker: {failover: " + failover + "}\n");
    assertThat(settings.openSearch().requestTimeout()).isEqualTo(ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(strings = {"es", "aoss"})
  void requestsCanBeSigned(String service) {
    String yaml =
        with(MINIMAL, "http://localhost:9200", "https://search.example\n  signing: " + service);
    assertThat(config.read(yaml).openSearch().authentication())
        .isEqualTo(new Authentication.Signed(service));
  }

  @Test
  void emptyValuesCountAsAbsent() {
    String yaml =
        with(MINIMAL, "  url:", "  username: ${U:-}\n  password: ${P:-}\n  signing: ''\n  url:")
            + """
            aws:
              region: ${AWS_REGION:-}
              dynamodb:
                endpoint: ''
            worker:
              id: w
              poll: ~
            limits:
            objects:
              buckets:
              limits: {bytes: ''}
              events:
            """;
    String plain = MINIMAL + "worker: {id: w}\n";
    assertThat(config.read(yaml)).isEqualTo(config.read(plain));
  }

  /** A local server has no host name for each bucket. */
  @ParameterizedTest
  @CsvSource({"'', false", "'http://localhost:9090', true"})
  void thePathNamesTheBucketWhereThereIsAnEndpoint(String endpoint, boolean pathStyle) {
    String yaml = MINIMAL + "objects: {buckets: {articles: {endpoint: '${S3:-}'}}}\n";
    ObjectSettings.Bucket bucket =
        config.read(yaml, Map.of("S3", endpoint)).enrichment().objects().buckets().get("articles");
    assertThat(bucket.pathStyle()).isEqualTo(pathStyle);
    assertThat(bucket.endpoint().isPresent()).isEqualTo(pathStyle);
  }

  @Test
  void variablesAreFilledIntoValues() {
    String yaml = with(MINIMAL, "url: http://localhost:9200", "url: http://${HOST}:${PORT:-9200}");
    assertThat(config.read(yaml, Map.of("HOST", "search")).openSearch().url())
        .isEqualTo(URI.create("http://search:9200"));
  }

  @Test
  void aVariablesValueIsNeverReadAsYaml() {
    String yaml = with(MINIMAL, "url:", "username: me\n  password: ${P}\n  url:");
    String value = "a: [b\n# \"c\" ${D}";
    assertThat(config.read(yaml, Map.of("P", value)).openSearch().authentication())
        .isEqualTo(new Authentication.Basic("me", new Secret(value)));
  }

  @Test
  void aSlashBehindTheUrlIsDropped() {
    String yaml = with(MINIMAL, "http://localhost:9200", "HTTP://localhost:9200/");
    assertThat(config.read(yaml).openSearch().url()).isEqualTo(URI.create("http://localhost:9200"));
  }

  @Test
  void aliasesStandForTheirAnchors() {
    String yaml =
        with(MINIMAL, "key:\n      pk: PK", "key: &key {pk: PK}\n  users:\n    key: *key")
                .replace("indexes:\n", "indexes:\n  users:\n")
            + "  user: {table: users, index: users}\n";
    assertThat(config.read(yaml).tables().get("users").key().pk()).isEqualTo("PK");
  }

  @Test
  void aFileOfAnotherSystemIsReadAlike() {
    String yaml = MINIMAL + "worker: {id: w}\n";
    assertThat(config.read("\uFEFF" + yaml.replace("\n", "\r\n"))).isEqualTo(config.read(yaml));
  }
}
