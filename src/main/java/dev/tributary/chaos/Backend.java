package dev.tributary.chaos;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** OpenSearch itself, not by way of the proxy, as an operator uses it. Thread-safe. */
final class Backend {

  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);
  private static final long AGAIN_MILLIS = 200;

  private final URI uri;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  Backend(URI uri) {
    this.uri = uri;
  }

  boolean has(String alias) throws IOException, InterruptedException {
    return status("HEAD", "/" + alias, "") == 200;
  }

  /** Sets a setting of some indexes; {@code null} is its default. Asks until it is so. */
  void set(String indexes, String setting, String value) throws IOException, InterruptedException {
    String body = "{\"%s\": %s}".formatted(setting, value);
    var never = new CountDownLatch(1);
    for (int left = 100; status("PUT", "/" + indexes + "/_settings", body) != 200; left--) {
      if (left == 0) {
        throw new IOException("OpenSearch does not take " + body);
      }
      never.await(AGAIN_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  int status(String method, String path, String body) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(uri.resolve(path))
            .timeout(ANSWER_WITHIN)
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build();
    return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
  }
}
