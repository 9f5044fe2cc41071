package dev.tributary.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.ops.ShardStatus.State;
import dev.tributary.table.ShardLag;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is served for Prometheus, and what docs/metrics.md says of it. */
final class MetricsTest {

  private static final Pattern TYPE =
      Pattern.compile("^# TYPE ([a-z0-9_]+) ([a-z]+)$", Pattern.MULTILINE);
  private static final Pattern SAMPLE =
      Pattern.compile("^([a-z0-9_]+)\\{([^}]*)\\} ", Pattern.MULTILINE);
  private static final Pattern LABELS_IN_CODE = Pattern.compile("`([a-z]+)`");
  private static final Pattern LABEL = Pattern.compile("([a-z]+)=\"");

  private final FakeSigns signs = new FakeSigns();
  private final Health health = new Health(Clock.systemUTC());
  private final Metrics metrics = new Metrics("places");

  @BeforeEach
  void count() {
    health.add(Checks.of(signs));
    signs.fleet =
        FakeSigns.sight(
            FakeSigns.status(
                List.of(
                    new ShardStatus(
                        "places/shard-2",
                        Optional.empty(),
                        Optional.of(Duration.ofMinutes(3)),
                        State.NOBODYS,
                        "no worker holds it",
                        0)),
                List.of(),
                new Reasons(),
                new Reasons()));
    metrics.health(health);
    metrics.read(signs);
    metrics.timings().finished(30_000_000, 4_000);
    metrics.timings().bulk(10, 10_000, 20_000_000);
  }

  private static Map<String, String> types(String scraped) {
    Map<String, String> types = new TreeMap<>();
    TYPE.matcher(scraped).results().forEach(type -> types.put(type.group(1), type.group(2)));
    return types;
  }

  private static Map<String, Set<String>> labels(String scraped) {
    Set<String> names = types(scraped).keySet();
    Map<String, Set<String>> labels = new TreeMap<>();
    SAMPLE
        .matcher(scraped)
        .results()
        .forEach(
            sample ->
                labels
                    .computeIfAbsent(metric(sample.group(1), names), name -> new TreeSet<>())
                    .addAll(
                        LABEL
                            .matcher(sample.group(2))
                            .results()
                            .map(label -> label.group(1))
                            .filter(label -> !label.equals("application") && !label.equals("le"))
                            .toList()));
    return labels;
  }

  private static String metric(String sample, Set<String> names) {
    return names.contains(sample) ? sample : sample.replaceFirst("_(bucket|sum|count)$", "");
  }

  /** Each row of the tables: name, type, labels. */
  private static Stream<String[]> documented() throws IOException {
    return Pattern.compile(
            "^\\| `([a-z0-9_]+)` \\| (counter|gauge|histogram) \\|([^|]*)\\|", Pattern.MULTILINE)
        .matcher(Files.readString(Path.of("docs", "metrics.md")))
        .results()
        .map(row -> new String[] {row.group(1), row.group(2), row.group(3)});
  }

  @Test
  void everyMetricIsDocumentedWithItsTypeAndNoOtherIs() throws IOException {
    Map<String, String> documented =
        documented().collect(Collectors.toMap(row -> row[0], row -> row[1]));
    assertThat(new TreeMap<>(documented)).isEqualTo(types(metrics.scrape()));
  }

  @Test
  void everyLabelIsDocumented() throws IOException {
    Map<String, Set<String>> exported = labels(metrics.scrape());
    documented()
        .forEach(row -> assertThat(inCode(row[2])).as(row[0]).isEqualTo(exported.get(row[0])));
  }

  private static Set<String> inCode(String cell) {
    Set<String> labels = new TreeSet<>();
    LABELS_IN_CODE.matcher(cell).results().forEach(label -> labels.add(label.group(1)));
    return labels;
  }

  @Test
  void aShardThatWentElsewhereLeavesNothingBehind() {
    assertThat(metrics.scrape()).contains("shard=\"shard-1\"");
    signs.lags = List.of(FakeSigns.lag("places/shard-9", 1, ShardLag.State.BEHIND, ""));
    assertThat(metrics.scrape()).contains("shard=\"shard-9\"").doesNotContain("shard=\"shard-1\"");
    signs.lags = List.of();
    assertThat(metrics.scrape()).doesNotContain("shard=\"shard-9\"");
  }

  @Test
  void idleAndStuckLookDifferent() {
    assertThat(metrics.scrape())
        .contains("tributary_shards{application=\"places\",state=\"at-the-tip\"} 1.0")
        .contains("tributary_shards{application=\"places\",state=\"stuck\"} 0.0");
    signs.lags = List.of(FakeSigns.lag("places/shard-1", 90, ShardLag.State.STUCK, "why"));
    assertThat(metrics.scrape())
        .contains("tributary_shards{application=\"places\",state=\"stuck\"} 1.0")
        .contains("tributary_lag_seconds{application=\"places\"} 90.0");
  }

  @Test
  void aShardThatNobodyLeasesIsSeen() {
    assertThat(metrics.scrape())
        .contains("tributary_fleet_unleased_shards{application=\"places\"} 1.0")
        .contains("tributary_fleet_lag_seconds{application=\"places\"} 180.0");
  }

  @Test
  void aWorkerThatStillStartsTellsItsHealthAndNoLag() {
    Health young = new Health(Clock.systemUTC());
    young.add(List.of(Checks.start(() -> Optional.of("OpenSearch is awaited"))));
    Metrics starting = new Metrics("places");
    starting.health(young);
    assertThat(starting.scrape())
        .contains("tributary_health{application=\"places\",part=\"start\"} 0.0")
        .doesNotContain("tributary_lag_seconds");
  }

  @Test
  void aChangeIsCountedInItsBucket() {
    assertThat(metrics.scrape())
        .contains(
            "tributary_received_to_applied_seconds_bucket{application=\"places\",le=\"0.025\"} 0")
        .contains(
            "tributary_received_to_applied_seconds_bucket{application=\"places\",le=\"0.05\"} 1")
        .contains(
            "tributary_created_to_applied_seconds_bucket{application=\"places\",le=\"5.0\"} 1")
        .contains("tributary_bulk_size_bytes_sum{application=\"places\"} 10000.0");
  }
}
