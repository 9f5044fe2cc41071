package dev.tributary.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tributary.ops.AlertRules;
import dev.tributary.ops.GrafanaPanels;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A real Prometheus looks at a real worker, by the files that come with Tributary. */
final class PrometheusIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Pattern SERVED = Pattern.compile("served at (http://[^/\\s]+)");
  private static final String NUMBERS =
      "{\"mappings\":{\"dynamic\":false,\"properties\":{\"n\":{\"type\":\"long\"}}}}";

  @TempDir private Path folder;

  static URI address(WorkerProcess worker) {
    Matcher served = SERVED.matcher(worker.awaitLog("served at http").log());
    assertThat(served.find()).isTrue();
    return URI.create(served.group(1));
  }

  /** By the second, since a test does not have the time that operators have. */
  private static String hastily(String scrape) {
    return scrape.replace("15s", "1s");
  }

  private static Set<String> firing(PrometheusServer prometheus) {
    Set<String> names = new TreeSet<>();
    prometheus.alerts().stream()
        .filter(PrometheusServer.Alert::firing)
        .forEach(alert -> names.add(alert.name()));
    return names;
  }

  private static List<String> withoutData(
      PrometheusServer prometheus, Map<String, String> queries) {
    List<String> empty = new ArrayList<>();
    queries.forEach(
        (name, expression) -> {
          if (prometheus.query(expression).isEmpty()) {
            empty.add(name + ": " + expression);
          }
        });
    return empty;
  }

  private static Map<String, String> queries() throws Exception {
    Map<String, String> queries = new LinkedHashMap<>();
    int number = 0;
    for (GrafanaPanels.Query query : GrafanaPanels.queries()) {
      queries.put(query.panel() + " " + ++number, query.expression());
    }
    for (AlertRules.Rule rule : AlertRules.all()) {
      if (!rule.name().equals("TributaryDown")) {
        queries.put(rule.name(), rule.uncompared());
      }
    }
    return queries;
  }

  @Test
  void everyPanelAndAlertHasDataAndAWorkerThatEndsIsTold() throws Exception {
    Optional<Path> program = PrometheusServer.installed();
    assumeTrue(
        program.isPresent(),
        "SKIPPED: no prometheus on the PATH, so nobody asked it what panels and alerts ask");
    try (Sandbox sandbox = Sandbox.withMapping(NUMBERS);
        PrometheusServer prometheus =
            new PrometheusServer(program.get(), folder, PrometheusIT::hastily)) {
      await().atMost(PATIENCE).until(() -> firing(prometheus).contains("TributaryDown"));
      WorkerProcess worker = sandbox.startWorker().awaitReading();
      prometheus.watch(address(worker));
      await().atMost(PATIENCE).until(() -> firing(prometheus).isEmpty());
      sandbox.put("GOOD", "1", Map.of("n", AttributeValue.fromN("1")));
      sandbox.awaitDocument("GOOD#1");

      Map<String, String> queries = queries();
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(withoutData(prometheus, queries)).isEmpty());
      assertThat(firing(prometheus)).as("all is well").isEmpty();

      sandbox.put("BAD", "1", Map.of("n", AttributeValue.fromS("none")));
      await().atMost(PATIENCE).until(() -> firing(prometheus).contains("TributaryNotIndexed"));
      worker.kill();
      await()
          .atMost(PATIENCE)
          .until(
              () -> firing(prometheus),
              alerts -> alerts.containsAll(List.of("TributaryDown", "TributaryUnreachable")));
      assertThat(prometheus.alerts())
          .filteredOn(alert -> alert.name().equals("TributaryDown"))
          .extracting(PrometheusServer.Alert::application)
          .containsExactly(sandbox.settings().application());
    }
  }
}
