package dev.tributary.ops;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tributary.index.Outcome;
import dev.tributary.index.Tally;
import dev.tributary.sync.Flow;
import dev.tributary.sync.Timings;
import java.io.IOException;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** As CloudWatch describes its Embedded Metric Format. */
final class EmfTest {

  /** CloudWatch refuses others. */
  private static final Set<String> UNITS = Set.of("Seconds", "Bytes", "Count");

  private final FakeSigns signs = new FakeSigns();
  private final Health health = new Health(Clock.systemUTC());
  private final Tally tally = new Tally();
  private final List<String> lines = new ArrayList<>();
  private final Emf emf =
      new Emf(
          new EmfFigures(health),
          "shop",
          "w1",
          Clock.fixed(FakeSigns.NOW, ZoneOffset.UTC),
          lines::add);

  @BeforeEach
  void read() {
    emf.read(signs);
  }

  private JsonNode line(int number) throws JsonProcessingException {
    return new ObjectMapper().readTree(lines.get(number));
  }

  private static Set<String> texts(Iterable<JsonNode> array) {
    Set<String> texts = new TreeSet<>();
    array.forEach(text -> texts.add(text.asText()));
    return texts;
  }

  @Test
  void eachLineIsAnObjectAsCloudWatchWantsIt() throws IOException {
    signs.flows.put("users", new Flow(Timings.NONE, Clock.systemUTC(), System::nanoTime));
    emf.print();
    assertThat(lines).hasSize(3).allSatisfy(line -> assertThat(line).doesNotContain("\n"));
    for (int i = 0; i < 3; i++) {
      JsonNode line = line(i);
      assertThat(line.at("/_aws/Timestamp").asLong()).isEqualTo(FakeSigns.NOW.toEpochMilli());
      JsonNode directive = line.at("/_aws/CloudWatchMetrics/0");
      assertThat(directive.path("Namespace").asText()).isEqualTo("Tributary");
      assertThat(directive.path("Dimensions")).hasSize(1);
      directive
          .at("/Dimensions/0")
          .forEach(name -> assertThat(line.path(name.asText()).isTextual()).isTrue());
      assertThat(directive.path("Metrics")).isNotEmpty().hasSizeLessThanOrEqualTo(100);
      for (JsonNode metric : directive.path("Metrics")) {
        assertThat(line.path(metric.path("Name").asText()).isNumber())
            .as(metric.toString())
            .isTrue();
        assertThat(metric.path("Unit").asText()).isIn(UNITS);
      }
    }
    assertThat(texts(line(0).at("/_aws/CloudWatchMetrics/0/Dimensions/0")))
        .containsExactly("application");
    assertThat(texts(line(2).at("/_aws/CloudWatchMetrics/0/Dimensions/0")))
        .containsExactly("application", "table");
    assertThat(line(1).path("table").asText()).isEqualTo("places");
    assertThat(line(2).path("table").asText()).isEqualTo("users");
    assertThat(line(0).path("worker").asText()).isEqualTo("w1");
  }

  @Test
  void countsAreThoseSinceTheLastLine() throws IOException {
    count(5);
    emf.print();
    count(2);
    emf.print();
    emf.print();
    assertThat(line(0).path("Applied").asInt()).isEqualTo(5);
    assertThat(line(2).path("Applied").asInt()).isEqualTo(2);
    assertThat(line(4).path("Applied").asInt()).isZero();
    assertThat(line(0).path("Starts").asInt()).isEqualTo(1);
    assertThat(line(2).path("Starts").asInt()).isZero();
  }

  @Test
  void aWorkerThatStillStartsTellsThatItStartedAndIsNotReady() throws IOException {
    health.add(List.of(Checks.start(() -> Optional.of("OpenSearch is awaited"))));
    EmfFigures figures = new EmfFigures(health);
    Emf starting =
        new Emf(figures, "shop", "w1", Clock.fixed(FakeSigns.NOW, ZoneOffset.UTC), lines::add);
    starting.print();
    assertThat(lines).hasSize(1);
    assertThat(texts(line(0).at("/_aws/CloudWatchMetrics/0/Metrics").findValues("Name")))
        .containsExactly("HeapMax", "HeapUsed", "NotReady", "Starts");
    assertThat(line(0).path("Starts").asInt()).isEqualTo(1);
    assertThat(line(0).path("NotReady").asInt()).isEqualTo(1);
    starting.read(signs);
    starting.print();
    assertThat(lines).hasSize(3);
    assertThat(line(1).path("Starts").asInt()).isZero();
    assertThat(line(1).path("MaxLag").asInt()).isEqualTo(2);
  }

  private void count(int writes) {
    for (int i = 0; i < writes; i++) {
      tally.ended(Outcome.APPLIED);
    }
    signs.totals = tally.totals();
  }

  @Test
  void theDocumentationHasEveryMetricAndNoOther() throws IOException {
    emf.print();
    Set<String> printed = new TreeSet<>();
    for (int i = 0; i < lines.size(); i++) {
      JsonNode directive = line(i).at("/_aws/CloudWatchMetrics/0");
      String dimensions = String.join(",", texts(directive.at("/Dimensions/0")));
      directive
          .path("Metrics")
          .forEach(
              metric ->
                  printed.add(
                      "%s %s %s"
                          .formatted(
                              dimensions,
                              metric.path("Name").asText(),
                              metric.path("Unit").asText())));
    }
    assertThat(EmfRow.all())
        .extracting(row -> "%s %s %s".formatted(row.dimensions(), row.metric(), row.unit()))
        .containsExactlyInAnyOrderElementsOf(printed);
  }
}
