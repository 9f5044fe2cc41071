package dev.tributary.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A worker's word of itself, while OpenSearch is away, comes, goes and comes back. */
final class HealthIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Pattern SERVED = Pattern.compile("served at (http://\\S+)");

  private final HttpClient http = HttpClient.newHttpClient();
  private Sandbox sandbox;
  private Turnstile turnstile;
  private URI address;

  @BeforeEach
  void open() {
    sandbox = Sandbox.withTables(1);
    turnstile = new Turnstile(sandbox.openSearch(""));
  }

  @AfterEach
  void close() {
    sandbox.close();
    turnstile.close();
  }

  private HttpResponse<String> ask(String path) throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(address.resolve(path)).build(), BodyHandlers.ofString());
  }

  private void awaitReady(int status, String text) {
    await()
        .alias("/health/ready is " + status)
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              HttpResponse<String> ready = ask("/health/ready");
              assertThat(ready.statusCode()).as(ready.body()).isEqualTo(status);
              assertThat(ready.body()).contains(text);
            });
  }

  private static Set<String> found(String pattern, String text) {
    Set<String> found = new TreeSet<>();
    Pattern.compile(pattern, Pattern.MULTILINE)
        .matcher(text)
        .results()
        .forEach(match -> found.add(match.group(1)));
    return found;
  }

  @Test
  void readinessFollowsOpenSearchAndLivenessDoesNot() throws Exception {
    turnstile.cut();
    WorkerProcess worker =
        sandbox
            .startWorker(Map.of("OPENSEARCH_URL", turnstile.url(), "FAILOVER", "10s"))
            .awaitLog("Waiting for OpenSearch");
    Matcher served = SERVED.matcher(worker.log());
    assertThat(served.find()).isTrue();
    address = URI.create(served.group(1));
    awaitReady(503, "start: it is starting: OpenSearch is awaited");
    assertThat(ask("/metrics").body())
        .containsPattern("tributary_health\\{.*part=\"start\"\\} 0.0");
    assertThat(ask("/health/live").statusCode()).isEqualTo(200);

    turnstile.open();
    awaitReady(200, "ok");
    sandbox.put("A", "1", Map.of());
    sandbox.awaitDocument("A#1");
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(ask("/metrics").body())
                    .containsPattern("tributary_writes_total\\{.*outcome=\"applied\"\\} 1.0")
                    .containsPattern("tributary_changes_finished_total\\{.*\\} 1.0")
                    .containsPattern("tributary_received_to_applied_seconds_count\\{.*\\} 1")
                    .containsPattern("tributary_fleet_workers\\{.*\\} 1.0"));
    assertThat(found("^# TYPE ([a-z0-9_]+) ", ask("/metrics").body()))
        .isEqualTo(
            found(
                "^\\| `([a-z0-9_]+)` \\| (?:counter|gauge|histogram) \\|",
                Files.readString(
                    Path.of(System.getProperty("tributary.home", "."), "docs", "metrics.md"))));

    turnstile.cut();
    awaitReady(503, "opensearch: OpenSearch has not answered for");
    assertThat(ask("/health").body()).contains("#when-opensearch-does-not-take-writes");
    assertThat(ask("/health/live").statusCode()).isEqualTo(200);
    turnstile.open();
    awaitReady(200, "ok");
    assertThat(worker.terminate().awaitExit()).as(worker::log).isZero();
  }
}
