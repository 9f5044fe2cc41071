package dev.tributary.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tributary.bench.Run.Who;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;

final class ReportTest {

  private static final Report REPORT =
      new Report(
          BenchProfile.DRAIN,
          1000,
          List.of(
              run(Who.WORKER, 4, 100),
              run(Who.MINIMAL, 2, 50),
              run(Who.RAW_BULK, 1, 10),
              run(Who.WORKER, 6, 110),
              run(Who.MINIMAL, 3, 50),
              run(Who.RAW_BULK, 3, 10),
              run(Who.WORKER, 5, 120),
              run(Who.MINIMAL, 5, 50),
              run(Who.RAW_BULK, 4, 10)),
          List.of(new Figure("latencyMs.p50", "half <", 12.3456, "ms")),
          List.of());

  private static Run run(Who who, double seconds, double cpu) {
    return new Run(who, "", 0.5, 0.1, 1000, seconds, 9, 800, cpu, 30, 60, 250, 20);
  }

  @Test
  void jsonHasTheMedianOfTheRoundsAndOnlyWhatApplies() throws IOException {
    JsonNode json = new ObjectMapper().readTree(ReportJson.of(REPORT));

    assertThat(json.path("profile").asText()).isEqualTo("drain");
    assertThat(json.path("records").asLong()).isEqualTo(1000);
    assertThat(json.path("seconds").asDouble()).isEqualTo(5);
    assertThat(json.path("cpuMicrosPerRecord").asDouble()).isEqualTo(110);
    assertThat(json.path("openSearchCpuMicrosPerRecord").asDouble()).isEqualTo(60);
    assertThat(json.path("peakRssMb").asDouble()).isEqualTo(250);
    assertThat(json.path("writesPerRecord").asDouble()).isEqualTo(0.8);
    // Of each round, then the median of them: 1/4, 3/6, 4/5 and 4/2, 6/3, 5/5.
    assertThat(json.path("ratioToRawBulk").asDouble()).isEqualTo(0.5, within(1e-9));
    assertThat(json.path("ratioToMinimal").asDouble()).isEqualTo(2, within(1e-9));
    assertThat(json.has("ratioToRawStream")).isFalse();
    assertThat(json.at("/latencyMs/p50").asDouble()).isEqualTo(12.346);
    assertThat(json.path("runs")).hasSize(9);
    assertThat(json.path("right").asBoolean()).isTrue();
  }

  @Test
  void textTellsTheRatiosFirst() {
    List<String> text = ReportText.of(REPORT);

    assertThat(text.get(1)).isEqualTo("drain, 1000 records");
    assertThat(text.get(2)).contains("against raw bulk, rate").endsWith("0.50 ×");
    assertThat(text).anyMatch(line -> line.startsWith("minimal program"));
    assertThat(text.get(text.size() - 1)).isEqualTo("The final state is right.");
  }

  @Test
  void whatIsWrongIsToldLast() {
    Report wrong = new Report(BenchProfile.DRAIN, 1, List.of(), List.of(), List.of("missing: x"));

    assertThat(wrong.right()).isFalse();
    assertThat(ReportText.of(wrong)).endsWith("THE FINAL STATE IS WRONG:", "missing: x");
  }

  @Test
  void thePictureIsXmlWithABarForEachOfThem() throws Exception {
    var document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(Plot.of(REPORT).getBytes(StandardCharsets.UTF_8)));

    // Three of three, one figure, and the ground they stand on.
    assertThat(document.getElementsByTagName("rect").getLength()).isEqualTo(11);
  }
}
