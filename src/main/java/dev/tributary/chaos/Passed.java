package dev.tributary.chaos;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;

/**
 * A request that the proxy passes on.
 *
 * @param isWrite whether it writes documents
 */
record Passed(HttpRequest request, boolean isWrite) {

  static final BodyHandler<byte[]> AS_BYTES = HttpResponse.BodyHandlers.ofByteArray();

  /** What each connection says for itself; and answers must be plain for the proxy to read. */
  private static final Set<String> OF_THE_CONNECTION =
      Set.of(
          "host",
          "connection",
          "content-length",
          "transfer-encoding",
          "expect",
          "upgrade",
          "keep-alive",
          "accept-encoding",
          "http2-settings");

  static Passed of(HttpExchange exchange, URI target, byte[] body, Duration within) {
    // As it was written: an id may hold what an URI's own parts would lose.
    URI from = exchange.getRequestURI();
    URI to =
        URI.create(
            target
                + from.getRawPath()
                + (from.getRawQuery() == null ? "" : "?" + from.getRawQuery()));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(to)
            .timeout(within)
            .method(
                exchange.getRequestMethod(),
                body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> {
              if (!OF_THE_CONNECTION.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
              }
            });
    return new Passed(request.build(), isWrite(exchange.getRequestMethod(), from.getRawPath()));
  }

  private static boolean isWrite(String method, String path) {
    boolean reads = method.equals("GET") || method.equals("HEAD");
    return !reads
        && (path.endsWith("/_bulk") || path.contains("/_doc/") || path.contains("/_create/"));
  }

  /**
   * Gives the answer to who asked.
   *
   * @param half whether it ends in its middle
   */
  static void answer(HttpExchange exchange, HttpResponse<byte[]> answer, boolean half)
      throws IOException {
    answer
        .headers()
        .map()
        .forEach(
            (name, values) -> {
              if (!OF_THE_CONNECTION.contains(name) && !name.startsWith(":")) {
                exchange.getResponseHeaders().put(name, values);
              }
            });
    byte[] body = answer.body();
    boolean empty = body.length == 0 || exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(answer.statusCode(), empty ? -1 : body.length);
    if (!empty) {
      exchange.getResponseBody().write(body, 0, half ? body.length / 2 : body.length);
      exchange.getResponseBody().flush();
    }
  }
}
