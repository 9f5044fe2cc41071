package dev.tributary;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class GeometryCommandTest {

  private static final String LAKES = "src/test/resources/geometry/lakes.geojson";

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir Path folder;

  private int run(String... args) {
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    String[] all = new String[args.length + 1];
    all[0] = "geometry";
    System.arraycopy(args, 0, all, 1, args.length);
    return line.execute(all);
  }

  @Test
  void eachFeatureHasALineAndTheTotalsFollow() {
    assertThat(run(LAKES)).isEqualTo(1);
    assertThat(out.toString().lines())
        .containsExactly(
            "  features[0] Round Lake    as-is      4 → 4",
            "  features[1] Bowtie Pond   cleaned    5 → 8             self-intersection at (1.0 1.0)",
            "  features[2] Dateline Bay  cleaned    5 → 10            it crosses the antimeridian",
            "  features[3] 4             REFUSED    features[3].geometry.coordinates[1]: expected"
                + " numbers, found a text",
            "  features[4] 5             REFUSED    features[4].geometry.coordinates[0]: latitude"
                + " -123.0 is beyond 90, and all of it fits with latitude and longitude exchanged:"
                + " mend it where it comes from, or say swapped: repair",
            "  features[5]               absent",
            "",
            "6 features, vertices 14 → 22",
            "  as-is      1",
            "  cleaned    2",
            "  absent     1",
            "  REFUSED    2");
  }

  @Test
  void whatFitsExchangedIsRepairedOnRequest() {
    assertThat(run(LAKES, "--swapped", "repair")).isEqualTo(1);
    assertThat(out.toString())
        .contains(
            "features[4] 5             cleaned    2 → 2             latitude and longitude were"
                + " exchanged");
  }

  @Test
  void programsGetJson() throws Exception {
    assertThat(run(LAKES, "--json")).isEqualTo(1);

    JsonNode json = new ObjectMapper().readTree(out.toString());
    assertThat(json.at("/totals").toString())
        .isEqualTo("{\"as-is\":1,\"cleaned\":2,\"absent\":1,\"refused\":2}");
    assertThat(json.at("/features/2").toString())
        .isEqualTo(
            "{\"path\":\"features[2]\",\"label\":\"Dateline Bay\",\"outcome\":\"cleaned\","
                + "\"type\":\"MultiPolygon\",\"verticesBefore\":5,\"verticesAfter\":10,"
                + "\"reason\":\"it crosses the antimeridian\"}");
    assertThat(json.at("/features/4/outcome").asText()).isEqualTo("refused");
    assertThat(json.at("/features/5/outcome").asText()).isEqualTo("absent");
  }

  @Test
  void aGeometryThatStandsAloneIsOneLine() {
    assertThat(run("src/test/resources/geometry/one.wkt")).isZero();
    assertThat(out.toString().lines())
        .containsExactly(
            "  geometry  as-is      4 → 4", "", "1 feature, vertices 4 → 4", "  as-is      1");
  }

  @Test
  void ofManyOnlyThoseThatChangeAreListed() throws Exception {
    String features =
        IntStream.range(0, 100)
            .mapToObj(
                i ->
                    "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[%d,0]}}"
                        .formatted(i < 50 ? i : 200))
            .collect(Collectors.joining(","));
    Path file =
        Files.writeString(
            folder.resolve("many.json"),
            "{\"type\":\"FeatureCollection\",\"features\":[" + features + "]}");

    assertThat(run(file.toString())).isZero();
    assertThat(out.toString())
        .hasLineCount(40 + 1 + 3 + 1)
        .doesNotContain("features[49]")
        .contains("features[50]")
        .endsWith("60 features are not listed: --all lists them.%n".formatted());

    out.getBuffer().setLength(0);
    assertThat(run(file.toString(), "--all")).isZero();
    assertThat(out.toString()).hasLineCount(100 + 1 + 3).doesNotContain("--all");
  }

  @Test
  void theStandardInputIsReadToo() {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream("POINT (1 2)".getBytes(StandardCharsets.UTF_8)));
    try {
      assertThat(run("-")).isZero();
    } finally {
      System.setIn(before);
    }
    assertThat(out.toString()).startsWith("  geometry  as-is      1 → 1");
  }

  @Test
  void aFileThatIsNoGeometryIsNamedWithTheReason() throws Exception {
    Path kml = Files.writeString(folder.resolve("a.kml"), "<kml/>");
    Path cut = Files.writeString(folder.resolve("b.json"), "{\"type\":\"Point\",");

    assertThat(run(kml.toString())).isEqualTo(1);
    assertThat(err).hasToString(kml + ": neither GeoJSON nor WKT: it begins with '<'\n");
    assertThat(run(cut.toString())).isEqualTo(1);
    assertThat(err.toString()).contains(cut + ": ").contains("not JSON at line 1");
    assertThat(run(folder.resolve("c").toString())).isEqualTo(1);
    assertThat(err.toString()).contains("there is no such file");
    assertThat(run(folder.toString())).isEqualTo(1);
    assertThat(err.toString()).contains(folder + ": cannot be read: ");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void wrongUseIsTold() {
    assertThat(run()).isEqualTo(2);
    assertThat(err.toString()).contains("FILE");
    assertThat(run(LAKES, "--swapped", "maybe")).isEqualTo(2);
    assertThat(err.toString()).contains("'maybe' is none of reject, repair and keep");
  }
}
