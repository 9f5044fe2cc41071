package dev.tributary.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ProxyTest {

  private final List<String> received = new CopyOnWriteArrayList<>();
  private HttpServer server;
  private Proxy proxy;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
    server.createContext(
        "/",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          received.add(
              exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body.length);
          byte[] answer =
              "{\"items\": [{\"status\":429}]}".getBytes(java.nio.charset.StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
    proxy =
        new Proxy(URI.create("http://127.0.0.1:" + server.getAddress().getPort()), new Random(1));
  }

  @AfterEach
  void stop() {
    proxy.close();
    server.stop(0);
  }

  @Test
  void aCalmProxyPassesRequestsAndAnswersAsTheyAre() throws Exception {
    HttpResponse<String> answer = post("/a/_doc/x%23y%2Fz?version=7", "four");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("{\"items\": [{\"status\":429}]}");
    assertThat(received).containsExactly("POST /a/_doc/x%23y%2Fz?version=7 4");
    assertThat(proxy.tooMany()).isEqualTo(1);
  }

  @Test
  void aWriteIsSentTwiceAndAReadIsNot() throws Exception {
    proxy.mood(new Mood(0, 0, 1));
    post("/_bulk", "a");
    post("/_search", "a");

    await().until(proxy::isQuiet);
    assertThat(received)
        .containsExactlyInAnyOrder("POST /_bulk 1", "POST /_bulk 1", "POST /_search 1");
  }

  @Test
  void aDuplicateDoesNotOutliveARestart() throws Exception {
    proxy.mood(new Mood(0, 0, 1));
    post("/_bulk", "a");
    proxy.drop();

    await().until(proxy::isQuiet);
    assertThat(received).containsExactly("POST /_bulk 1");
  }

  @Test
  void whatIsCutIsNotAnsweredWhetherItArrivedOrNot() {
    proxy.mood(new Mood(0, 1, 0));
    for (int i = 0; i < 30; i++) {
      assertThatThrownBy(() -> post("/_bulk", "a")).isInstanceOf(IOException.class);
    }

    assertThat(received).hasSizeBetween(1, 29);
  }

  @Test
  void whatIsDelayedComesAllTheSame() throws Exception {
    proxy.mood(new Mood(1, 0, 0));

    assertThat(post("/_bulk", "a").statusCode()).isEqualTo(200);
    assertThat(proxy.played()).contains("delay");
  }

  private HttpResponse<String> post(String path, String body)
      throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(proxy.uri() + path))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build(),
            HttpResponse.BodyHandlers.ofString());
  }
}
