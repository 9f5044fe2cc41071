package dev.tributary.system;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Stands before DynamoDB for one worker: lets calls pass, cuts or refuses some, or makes changes
 * older.
 */
final class DynamoDbDoor implements AutoCloseable {

  /** Those that the two clients see to, and the checksum of what may have been changed here. */
  private static final Set<String> NOT_PASSED =
      Set.of(
          "connection",
          "content-length",
          "date",
          "expect",
          "host",
          "transfer-encoding",
          "upgrade",
          "x-amz-crc32");

  private static final Pattern CREATED =
      Pattern.compile("(\"ApproximateCreationDateTime\":\\s*)([0-9.E+]+)");

  private static final byte[] REFUSAL =
      "{\"__type\":\"com.amazon.coral.service#AccessDeniedException\",\"Message\":\"not you\"}"
          .getBytes(StandardCharsets.UTF_8);

  private final URI dynamoDb;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private volatile Predicate<String> cut = call -> false;
  private volatile Predicate<String> refused = call -> false;
  private volatile Duration older = Duration.ZERO;

  DynamoDbDoor(URI dynamoDb) throws IOException {
    this.dynamoDb = dynamoDb;
    this.server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /**
   * From now on such calls get no answer.
   *
   * @param calls judges by the operation's name and what it sends
   */
  void cut(Predicate<String> calls) {
    cut = calls;
  }

  /**
   * From now on such calls are refused, as for lack of rights.
   *
   * @param calls judges as for {@link #cut}
   */
  void refuse(Predicate<String> calls) {
    refused = calls;
  }

  /** From now on the stream says that its changes were made so much earlier. */
  void makeOlder(Duration by) {
    older = by;
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      String call =
          exchange.getRequestHeaders().getFirst("X-Amz-Target")
              + " "
              + new String(body, StandardCharsets.UTF_8);
      if (refused.test(call)) {
        exchange.getResponseHeaders().add("Content-Type", "application/x-amz-json-1.0");
        exchange.sendResponseHeaders(400, REFUSAL.length);
        exchange.getResponseBody().write(REFUSAL);
      } else if (!cut.test(call)) {
        answer(exchange, http.send(request(exchange, body), BodyHandlers.ofByteArray()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private HttpRequest request(HttpExchange exchange, byte[] body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(dynamoDb.resolve("/"))
            .method(exchange.getRequestMethod(), BodyPublishers.ofByteArray(body));
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> {
              if (passed(name)) {
                values.forEach(value -> request.header(name, value));
              }
            });
    return request.build();
  }

  private static boolean passed(String name) {
    return !NOT_PASSED.contains(name.toLowerCase(Locale.ROOT));
  }

  private void answer(HttpExchange exchange, HttpResponse<byte[]> answer) throws IOException {
    answer
        .headers()
        .map()
        .forEach(
            (name, values) -> {
              if (passed(name)) {
                values.forEach(value -> exchange.getResponseHeaders().add(name, value));
              }
            });
    byte[] body = aged(answer.body());
    exchange.sendResponseHeaders(answer.statusCode(), body.length == 0 ? -1 : body.length);
    if (body.length > 0) {
      exchange.getResponseBody().write(body);
    }
  }

  private byte[] aged(byte[] body) {
    if (older.isZero()) {
      return body;
    }
    return CREATED
        .matcher(new String(body, StandardCharsets.UTF_8))
        .replaceAll(
            made -> made.group(1) + ((long) Double.parseDouble(made.group(2)) - older.toSeconds()))
        .getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
