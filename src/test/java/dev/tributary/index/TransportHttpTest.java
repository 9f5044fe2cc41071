package dev.tributary.index;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tributary.config.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.regions.Region;

class TransportHttpTest {

  private static final Payload BODY = Payload.of("{}\n".getBytes(UTF_8));

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch release = new CountDownLatch(1);
  private volatile int status = 200;
  private HttpServer server;
  private OpenSearchHttp http;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
    http =
        OpenSearchConnection.open(
            new Settings.OpenSearch(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort()),
                new Settings.Authentication.None(),
                Duration.ofMillis(500)),
            Region.of("eu-west-1"));
  }

  @AfterEach
  void stop() {
    release.countDown();
    http.close();
    server.stop(0);
    threads.shutdownNow();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try {
      release.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    byte[] body = "{\"error\":{\"type\":\"cluster_block_exception\"}}".getBytes(UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Test
  void aPatientRequestStillWaitsWhenAUsualOneHasGivenUp() throws Exception {
    CompletableFuture<Answer> patient = http.bulk(BODY, Map.of(), Patience.LONG);
    CompletableFuture<Answer> usual = http.bulk(BODY, Map.of(), Patience.USUAL);

    BulkResult result =
        usual
            .handle((answer, failure) -> failure == null ? null : BulkResult.of(failure))
            .get(60, TimeUnit.SECONDS);
    assertThat(result).isInstanceOf(BulkResult.TimedOut.class);
    assertThat(patient).isNotDone();
    release.countDown();
    assertThat(patient.get(60, TimeUnit.SECONDS).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 404, 413, 429, 500, 503})
  void aRefusedRequestIsAnAnswerWithItsBodyThoughTheTransportThrows(int refusal) throws Exception {
    status = refusal;
    release.countDown();
    Answer answer = http.bulk(BODY, Map.of(), Patience.LONG).get(60, TimeUnit.SECONDS);
    assertThat(answer.status()).isEqualTo(refusal);
    assertThat(answer.json().at("/error/type").asText()).isEqualTo("cluster_block_exception");
  }
}
