package dev.tributary.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A very small run of {@code ./tributary bench}: its figures say nothing, but there are all. */
final class BenchIT {

  @Test
  void aDrainEndsRightAndHasAllFigures() throws IOException, InterruptedException {
    BenchOptions options =
        new BenchOptions(
            Path.of(System.getProperty("tributary.home", ".")),
            BenchProfile.DRAIN,
            Optional.of(300L),
            1,
            BenchOptions.FAST,
            Optional.empty());
    StringWriter notes = new StringWriter();
    Bench.Outcome outcome;
    try (Bench bench = new Bench(options, new PrintWriter(notes))) {
      outcome = bench.run();
    }
    System.out.println(notes + String.join("\n", outcome.text()));

    JsonNode json = new ObjectMapper().readTree(outcome.json());
    assertThat(outcome.right()).as(outcome.json()).isTrue();
    assertThat(json.path("records").asLong()).isEqualTo(301);
    for (String figure :
        List.of(
            "seconds",
            "ratioToRawBulk",
            "ratioToRawStream",
            "ratioToMinimal",
            "cpuMicrosPerRecord",
            "openSearchCpuMicrosPerRecord",
            "peakRssMb",
            "allocatedKbPerRecord")) {
      assertThat(json.path(figure).asDouble()).as(figure).isPositive();
    }
    // The minimal program and raw bulk write every change, in turn after the worker.
    assertThat(json.at("/runs/1/written").asLong()).isEqualTo(301);
    assertThat(json.at("/runs/2/written").asLong()).isEqualTo(301);
  }
}
