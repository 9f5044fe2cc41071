package dev.tributary.ops.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.config.Settings;
import dev.tributary.ops.http.OpsServer.CannotListenException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class OpsServerTest {

  private static final Settings.Http ANYWHERE =
      new Settings.Http(Optional.empty(), Settings.Http.LOOPBACK);

  private final Routes routes = new Routes();
  private final HttpClient client = HttpClient.newHttpClient();
  private OpsServer server;

  @BeforeEach
  void start() throws CannotListenException {
    routes.add("/health", "how it is", () -> Answer.text(503, "down\n"));
    server = OpsServer.start(ANYWHERE, routes);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private HttpResponse<String> ask(String method, String path)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(server.address().resolve(path))
            .method(method, BodyPublishers.noBody())
            .build();
    return client.send(request, BodyHandlers.ofString());
  }

  @Test
  void aPathIsAnsweredWithItsStatusAndStrictHeaders() throws Exception {
    HttpResponse<String> answer = ask("GET", "/health?x=1");
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.body()).isEqualTo("down\n");
    assertThat(answer.headers().firstValue("Content-Security-Policy").orElse(""))
        .startsWith("default-src 'none'");
    assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
    assertThat(answer.headers().firstValue("Content-Type")).contains("text/plain; charset=utf-8");
  }

  @Test
  void headHasTheSameHeadersAndNoBody() throws Exception {
    HttpResponse<String> answer = ask("HEAD", "/health");
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.body()).isEmpty();
    assertThat(answer.headers().firstValue("Content-Length")).contains("5");
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE", "PATCH", "OPTIONS"})
  void nothingCanBeChanged(String method) throws Exception {
    HttpResponse<String> answer = ask(method, "/health");
    assertThat(answer.statusCode()).isEqualTo(405);
    assertThat(answer.headers().firstValue("Allow")).contains("GET, HEAD");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/healthy", "/health/", "/health/../../etc/passwd", "/%2e%2e/x"})
  void whatIsNotThereIsNotFound(String path) throws Exception {
    assertThat(ask("GET", path).statusCode()).isEqualTo(404);
  }

  /** As a browser asks for a page whose owner points its own name at 127.0.0.1. */
  @ParameterizedTest
  @CsvSource({
    "evil.example, 403",
    "evil.example:8080, 403",
    "127.0.0.1.evil.example, 403",
    "localhost:8080, 503",
    "127.0.0.1, 503",
    "[::1]:8080, 503"
  })
  void overTheLoopbackAddressItAnswersOnlyToItsOwnNames(String host, int status) throws Exception {
    try (Socket socket = new Socket(server.address().getHost(), server.address().getPort())) {
      socket
          .getOutputStream()
          .write(
              "GET /health HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n"
                  .formatted(host)
                  .getBytes(UTF_8));
      assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
          .startsWith("HTTP/1.1 " + status);
    }
  }

  @Test
  void theRootListsThePathsUntilThereIsAPage() throws Exception {
    assertThat(ask("GET", "/").body()).contains("/health ").contains("how it is");
    routes.add("/", "the page", () -> Answer.text(200, "page"));
    assertThat(ask("GET", "/").body()).isEqualTo("page");
  }

  @Test
  void aFaultIsAnAnswerAndTheNextOneIsServed() throws Exception {
    routes.add(
        "/broken",
        "breaks",
        () -> {
          throw new IllegalStateException("a secret");
        });
    for (int i = 0; i < 10; i++) {
      HttpResponse<String> answer = ask("GET", "/broken");
      assertThat(answer.statusCode()).isEqualTo(500);
      assertThat(answer.body()).doesNotContain("a secret");
    }
    assertThat(ask("GET", "/health").statusCode()).isEqualTo(503);
  }

  @Test
  void aPortThatWasAskedForAndIsTakenIsAMistake() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Settings.Http wanted =
          new Settings.Http(Optional.of(taken.getLocalPort()), Settings.Http.LOOPBACK);
      assertThatThrownBy(() -> OpsServer.start(wanted, routes))
          .isInstanceOf(CannotListenException.class)
          .hasMessageContaining("worker.http.port")
          .hasMessageContaining(String.valueOf(taken.getLocalPort()))
          .hasMessageContaining("write another port, or off");
    }
  }

  /** The first has the usual port, if nobody else of this machine has. */
  @Test
  void aSecondWorkerOfAMachineFindsAPortOfItsOwn() throws CannotListenException {
    try (OpsServer second = OpsServer.start(ANYWHERE, routes)) {
      assertThat(second.address()).isNotEqualTo(server.address());
    }
  }

  @Test
  void anAddressOfAnotherMachineIsAMistake() {
    assertThatThrownBy(
            () ->
                OpsServer.start(
                    new Settings.Http(Optional.empty(), "no-such-host.invalid"), routes))
        .isInstanceOf(CannotListenException.class)
        .hasMessageContaining("worker.http.bind");
  }
}
