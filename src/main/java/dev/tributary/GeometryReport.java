package dev.tributary;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.tributary.enrich.geometry.Finding;
import dev.tributary.enrich.geometry.GeometryFacts;
import dev.tributary.enrich.geometry.Step;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What became of the features of a file, as lines for people or as JSON. */
final class GeometryReport {

  /** So many features are listed whatever became of them. */
  private static final int FEW = 20;

  /** So many changed ones are listed; refused ones always are. */
  private static final int SOME = 40;

  private final List<Finding> findings;

  GeometryReport(List<Finding> findings) {
    this.findings = findings;
  }

  long refused() {
    return findings.stream().filter(finding -> finding.refusal().isPresent()).count();
  }

  void print(PrintWriter out, boolean all) {
    boolean every = all || findings.size() <= FEW;
    List<Finding> listed = findings.stream().filter(f -> every || isOfInterest(f)).toList();
    int width = listed.stream().mapToInt(f -> name(f).length()).max().orElse(0);
    int changed = 0;
    for (Finding finding : listed) {
      if (every || finding.refusal().isPresent() || ++changed <= SOME) {
        out.println(line(finding, width));
      }
    }
    if (!listed.isEmpty()) {
      out.println();
    }
    out.println(summary());
    counts().forEach((what, count) -> out.printf("  %-10s %,d%n", what, count));
    int hidden = findings.size() - listed.size() + Math.max(0, changed - SOME);
    if (hidden > 0) {
      out.printf("%,d features are not listed: --all lists them.%n", hidden);
    }
    out.flush();
  }

  private static boolean isOfInterest(Finding finding) {
    return finding.facts().map(facts -> facts.step() != Step.AS_IS).orElse(true);
  }

  private static String line(Finding finding, int width) {
    return "  %s  %-10s %s"
        .formatted(
            name(finding) + " ".repeat(width - name(finding).length()),
            outcome(finding),
            finding.facts().map(GeometryReport::described).or(finding::refusal).orElse(""))
        .stripTrailing();
  }

  private static String described(GeometryFacts facts) {
    String vertices = "%,d → %,d".formatted(facts.verticesBefore(), facts.verticesAfter());
    return "%-17s %s".formatted(vertices, facts.reason().orElse(""));
  }

  private static String name(Finding finding) {
    String place = finding.path().isEmpty() ? "geometry" : finding.path();
    return finding.label().isEmpty() ? place : place + " " + finding.label();
  }

  private static String outcome(Finding finding) {
    return finding.isAbsent()
        ? "absent"
        : finding.facts().map(facts -> facts.step().word()).orElse("REFUSED");
  }

  private String summary() {
    long before = 0;
    long after = 0;
    for (Finding finding : findings) {
      before += finding.facts().map(GeometryFacts::verticesBefore).orElse(0);
      after += finding.facts().map(GeometryFacts::verticesAfter).orElse(0);
    }
    return "%,d feature%s, vertices %,d → %,d"
        .formatted(findings.size(), findings.size() == 1 ? "" : "s", before, after);
  }

  /** By outcome, in the ladder's order; what did not happen is left out. */
  private Map<String, Integer> counts() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (Step step : Step.values()) {
      counts.put(step.word(), 0);
    }
    counts.put("absent", 0);
    counts.put("REFUSED", 0);
    findings.forEach(finding -> counts.merge(outcome(finding), 1, Integer::sum));
    counts.values().removeIf(count -> count == 0);
    return counts;
  }

  void printJson(PrintWriter out) throws IOException {
    // The command line closes its own writer.
    try (JsonGenerator json =
        new JsonFactory()
            .createGenerator(out)
            .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
            .useDefaultPrettyPrinter()) {
      json.writeStartObject();
      json.writeArrayFieldStart("features");
      for (Finding finding : findings) {
        write(finding, json);
      }
      json.writeEndArray();
      json.writeObjectFieldStart("totals");
      for (Map.Entry<String, Integer> count : counts().entrySet()) {
        json.writeNumberField(
            count.getKey().equals("REFUSED") ? "refused" : count.getKey(), count.getValue());
      }
      json.writeEndObject();
      json.writeEndObject();
    }
    out.println();
  }

  private static void write(Finding finding, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("path", finding.path());
    if (!finding.label().isEmpty()) {
      json.writeStringField("label", finding.label());
    }
    if (finding.facts().isPresent()) {
      GeometryFacts facts = finding.facts().get();
      json.writeStringField("outcome", facts.step().word());
      json.writeStringField("type", facts.type());
      json.writeNumberField("verticesBefore", facts.verticesBefore());
      json.writeNumberField("verticesAfter", facts.verticesAfter());
      if (facts.reason().isPresent()) {
        json.writeStringField("reason", facts.reason().get());
      }
    } else if (finding.refusal().isPresent()) {
      json.writeStringField("outcome", "refused");
      json.writeStringField("reason", finding.refusal().get());
    } else {
      json.writeStringField("outcome", "absent");
    }
    json.writeEndObject();
  }
}
