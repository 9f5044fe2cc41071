package dev.tributary.ops.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tributary.config.Settings;
import dev.tributary.ops.FleetFixtures;
import dev.tributary.ops.Health;
import dev.tributary.ops.Metrics;
import dev.tributary.ops.http.Answer;
import dev.tributary.ops.http.OpsServer;
import dev.tributary.ops.http.Routes;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class StatusPageTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Routes routes = new Routes();
  private final HttpClient client = HttpClient.newHttpClient();
  private final FakeWorker worker = new FakeWorker();
  private final Health health = Health.start(Clock.systemUTC());
  private final StatusPage page =
      new StatusPage("places", FleetFixtures.HERE, health, Clock.systemUTC());
  private OpsServer server;

  @BeforeEach
  void start() throws Exception {
    page.add(routes);
    page.running(worker, worker, new Metrics("places"), 4);
    page.start();
    server = OpsServer.start(new Settings.Http(Optional.empty(), Settings.Http.LOOPBACK), routes);
  }

  @AfterEach
  void stop() {
    page.close();
    server.close();
    health.close();
  }

  private HttpRequest request(String path) {
    return HttpRequest.newBuilder(server.address().resolve(path)).build();
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return client.send(request(path), BodyHandlers.ofString());
  }

  @Test
  void thePageMayLoadOnlyWhatItsOwnWorkerServes() throws Exception {
    HttpResponse<String> answer = get("/");
    assertThat(answer.headers().firstValue("Content-Type")).contains("text/html; charset=utf-8");
    assertThat(answer.headers().firstValue("Content-Security-Policy"))
        .contains(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    assertThat(answer.headers().firstValue("Cross-Origin-Resource-Policy")).contains("same-origin");
    List<String> loaded =
        Pattern.compile("(?:src|href)=\"([^\"#]+)\"")
            .matcher(answer.body())
            .results()
            .map(found -> found.group(1))
            .filter(path -> !path.equals("/health") && !path.equals("/metrics"))
            .toList();
    assertThat(loaded).hasSizeGreaterThan(5).allMatch(path -> path.startsWith("/"));
    for (String path : loaded) {
      assertThat(get(path).statusCode()).as(path).isEqualTo(200);
    }
  }

  /** What items say must never become markup; and nothing may be fetched from elsewhere. */
  @Test
  void noScriptMakesMarkupOfTextsOrNamesOtherServers() throws Exception {
    for (String script : PageFiles.SCRIPTS) {
      String text = get("/page/" + script).body();
      assertThat(text.getBytes(StandardCharsets.UTF_8)).hasSizeGreaterThan(500);
      if (!script.startsWith("uplot/")) {
        assertThat(text)
            .as(script)
            .doesNotContain(
                "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(")
            .doesNotContainPattern("https?://(?!www\\.w3\\.org/2000/svg)");
      }
    }
  }

  /** As npm has it, version 1.6.32: docs/decisions/0028-status-page.md. */
  @Test
  void theChartLibraryIsWhatItsMakersPublished() throws Exception {
    assertThat(sha256("uplot/uPlot.iife.min.js"))
        .isEqualTo("19c8d4c6ad88929a79f4ae49d6f7161566dfd0ba3d15cc495e974f787eb78f1f");
    assertThat(sha256("uplot/uPlot.min.css"))
        .isEqualTo("df630c6a8d6f8eeaff264b50f73ce5b114f646ffd9a0bb74f049b0a00135fa04");
  }

  private String sha256(String file) throws Exception {
    byte[] body = get("/page/" + file).body().getBytes(StandardCharsets.UTF_8);
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
  }

  @Test
  void onlyADemoHasAMap() throws Exception {
    assertThat(JSON.readTree(get("/status.json").body()).path("demo").asBoolean()).isFalse();
    routes.add(StatusPage.DOCUMENTS, "documents", () -> Answer.json(200, "{\"documents\": []}"));
    assertThat(JSON.readTree(get("/status.json").body()).path("demo").asBoolean()).isTrue();
  }

  @Test
  void whoListensIsToldThePastAndThenWhatIsNew() throws Exception {
    try (InputStream events = client.send(request("/events"), BodyHandlers.ofInputStream()).body();
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(events, StandardCharsets.UTF_8))) {
      assertThat(next(lines, "history").path("series").has("fleetLag")).isTrue();
      JsonNode first = next(lines, "snapshot");
      assertThat(first.at("/judgement/headline").asText()).isEqualTo("Up to date");
      assertThat(first.at("/fleet/deadLetters/count").asInt()).isZero();
      worker.fleet.letter("a", "bad");
      JsonNode second = next(lines, "snapshot");
      while (second.at("/fleet/deadLetters/count").asInt() == 0) {
        second = next(lines, "snapshot");
      }
      assertThat(second.path("sample").has("at")).isTrue();
    }
    await().until(() -> page.listeners() == 0);
  }

  private static JsonNode next(BufferedReader lines, String name) throws IOException {
    String line = lines.readLine();
    while (!line.equals("event: " + name)) {
      line = lines.readLine();
    }
    return JSON.readTree(lines.readLine().substring("data: ".length()));
  }

  @Test
  void thereIsAPlaceForSoManyAndAReasonForTheNext() throws Exception {
    List<InputStream> open = new ArrayList<>();
    for (int i = 0; i < Listeners.MOST; i++) {
      HttpResponse<InputStream> answer =
          client.send(request("/events"), BodyHandlers.ofInputStream());
      assertThat(answer.statusCode()).isEqualTo(200);
      open.add(answer.body());
    }
    HttpResponse<String> refused = get("/events");
    assertThat(refused.statusCode()).isEqualTo(503);
    assertThat(refused.body()).contains("32 pages of this worker are open");
    // None of them keeps a thread of the server.
    assertThat(get("/status.json").statusCode()).isEqualTo(200);
    open.get(0).close();
    await().atMost(Duration.ofSeconds(30)).until(this::placeAgain);
    for (InputStream one : open) {
      one.close();
    }
  }

  /** Whether there is a place again. */
  private boolean placeAgain() throws IOException, InterruptedException {
    HttpResponse<InputStream> answer =
        client.send(request("/events"), BodyHandlers.ofInputStream());
    answer.body().close();
    return answer.statusCode() == 200;
  }

  @Test
  void whoDoesNotReadIsDropped() throws Exception {
    Listeners impatient = new Listeners(Duration.ofMillis(200));
    routes.add("/slow", "slow", exchange -> impatient.take(exchange, () -> "x".repeat(50_000_000)));
    try (Socket socket = new Socket(server.address().getHost(), server.address().getPort())) {
      socket
          .getOutputStream()
          .write("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.UTF_8));
      await().until(() -> impatient.count() == 1);
      await()
          .until(
              () -> {
                impatient.watch();
                return impatient.count() == 0;
              });
    }
  }
}
