package dev.tributary.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Alerts, their tests, dashboards and what the documentation says of them fit together. */
final class AlertFilesTest {

  private static final List<AlertRules.Rule> RULES = AlertRules.all();

  private static String docs(String name) throws IOException {
    return Files.readString(Path.of("docs", name));
  }

  private static Set<String> found(String pattern, String text) {
    Set<String> found = new TreeSet<>();
    Pattern.compile(pattern, Pattern.MULTILINE)
        .matcher(text)
        .results()
        .forEach(match -> found.add(match.group(1)));
    return found;
  }

  private static Set<String> names() {
    return RULES.stream().map(AlertRules.Rule::name).collect(Collectors.toCollection(TreeSet::new));
  }

  /** What is left of an expression without texts, labels, times, functions and operators. */
  private static Set<String> metrics(String expression) {
    String bare =
        expression
            .replaceAll("\"[^\"]*\"", "")
            .replaceAll("\\{[^}]*}|\\[[^]]*]", "")
            .replaceAll("\\b(?:by|on|without|ignoring) \\([^)]*\\)", "");
    Set<String> names = found("\\b([a-z_][a-z0-9_]*)\\b(?! ?\\()", bare);
    names.removeAll(Set.of("or", "and", "unless", "sum", "max", "min", "count"));
    return names;
  }

  private static Set<String> documented() throws IOException {
    Set<String> names = new HashSet<>();
    String text = docs("metrics.md");
    names.addAll(found("^\\| `([a-z0-9_]+)` \\| (?:counter|gauge) \\|", text));
    found("^\\| `([a-z0-9_]+)` \\| histogram \\|", text)
        .forEach(
            name -> Stream.of("_bucket", "_sum", "_count").forEach(end -> names.add(name + end)));
    return names;
  }

  @Test
  void theMetricsOfAnExpressionAreSeen() {
    assertThat(
            metrics(
                "sum by (le) (rate(a_bucket{x=~\"b|c\"}[5m])) > 1 or max(d_e) unless up{y=\"z\"}"))
        .containsExactly("a_bucket", "d_e", "up");
  }

  @Test
  void alertsAndPanelsNameOnlyWhatWorkersTell() throws IOException {
    Set<String> documented = documented();
    for (AlertRules.Rule rule : RULES) {
      Set<String> named = metrics(rule.expression());
      // Prometheus' own: whether a target answered.
      named.remove("up");
      assertThat(documented).as(rule.name()).containsAll(named);
    }
    List<GrafanaPanels.Query> queries = GrafanaPanels.queries();
    assertThat(queries).hasSizeGreaterThan(40);
    for (GrafanaPanels.Query query : queries) {
      assertThat(metrics(query.expression())).as(query.panel()).isNotEmpty();
      assertThat(documented).as(query.panel()).containsAll(metrics(query.expression()));
      assertThat(query.expression()).as(query.panel()).doesNotContain("$");
    }
  }

  @Test
  void panelsSayWhatTheyMeanAndLieBesideEachOther() throws IOException {
    for (JsonNode dashboard : GrafanaPanels.dashboards()) {
      Set<String> taken = new HashSet<>();
      Set<Integer> ids = new HashSet<>();
      for (JsonNode panel : dashboard.path("panels")) {
        String title = panel.path("title").asText();
        assertThat(ids.add(panel.path("id").asInt())).as(title).isTrue();
        JsonNode place = panel.path("gridPos");
        for (int x = 0; x < place.path("w").asInt(); x++) {
          for (int y = 0; y < place.path("h").asInt(); y++) {
            String cell = (place.path("x").asInt() + x) + "/" + (place.path("y").asInt() + y);
            assertThat(taken.add(cell)).as("%s at %s", title, cell).isTrue();
          }
        }
        if (!panel.path("type").asText().equals("row")) {
          assertThat(panel.path("description").asText()).as(title).isNotEmpty();
        }
      }
    }
  }

  @Test
  void everyAlertLeadsToASectionThatSaysWhatToDo() throws IOException {
    String operations = docs("operations.md");
    for (AlertRules.Rule rule : RULES) {
      assertThat(rule.runbook())
          .isEqualTo("docs/operations.md#" + rule.name().toLowerCase(Locale.ROOT));
      assertThat(rule.severity()).as(rule.name()).isIn("critical", "warning");
      assertThat(rule.summary()).as(rule.name()).contains("{{");
      assertThat(operations).contains("\n### " + rule.name() + "\n");
    }
    assertThat(found("^### (Tributary[A-Z]\\w+)$", operations)).isEqualTo(names());
  }

  @Test
  void theDocumentationHasEveryAlertAsItIs() throws IOException {
    for (AlertRules.Rule rule : RULES) {
      assertThat(docs("metrics.md"))
          .contains(
              "| [`%s`](operations.md#%s) | %s |"
                  .formatted(rule.name(), rule.name().toLowerCase(Locale.ROOT), rule.severity()));
    }
    assertThat(found("^\\| \\[`(Tributary\\w+)`].*: \\d+ s \\|$", docs("metrics.md")))
        .as("those that were seen to fire")
        .isEqualTo(names());
    assertThat(found("^\\| \\[`(Tributary\\w+)`]", docs("metrics.md"))).isEqualTo(names());
  }

  @Test
  void everyAlertIsSeenToFireAndNotTo() {
    Set<String> fires = new TreeSet<>();
    Set<String> silent = new TreeSet<>();
    for (Map<String, Object> test :
        AlertRules.maps(
            AlertRules.yaml(AlertRules.FOLDER.resolve("alerts_test.yml")).get("tests"))) {
      for (Map<String, Object> look : AlertRules.maps(test.get("alert_rule_test"))) {
        (look.containsKey("exp_alerts") ? fires : silent).add((String) look.get("alertname"));
      }
    }
    assertThat(fires).isEqualTo(names());
    assertThat(silent).isEqualTo(names());
  }

  @Test
  void promtoolFindsNoFault() throws IOException, InterruptedException {
    assumeTrue(
        Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "promtool"))),
        "SKIPPED: no promtool on the PATH, so nobody tried the alerts");
    promtool("check", "config", "scrape.yml");
    promtool("test", "rules", "alerts_test.yml");
  }

  private static void promtool(String... arguments) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(Stream.concat(Stream.of("promtool"), Stream.of(arguments)).toList())
            .directory(AlertRules.FOLDER.toFile())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }
}
