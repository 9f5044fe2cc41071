package dev.tributary.system;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands before OpenSearch and lets requests pass, or does not. */
final class Turnstile implements AutoCloseable {

  private interface Way {
    void take(HttpExchange exchange, HttpRequest request) throws IOException, InterruptedException;
  }

  private final URI openSearch;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final AtomicInteger bulks = new AtomicInteger();
  private final Queue<HttpRequest> held = new ConcurrentLinkedQueue<>();
  private volatile CountDownLatch release = new CountDownLatch(1);
  private volatile Way way = this::pass;

  Turnstile(URI openSearch) {
    this.openSearch = openSearch;
    try {
      this.server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Everything passes. */
  void open() {
    way = this::pass;
  }

  /** Every request gets this answer, as from a security plugin or a proxy. */
  void refuse(int status) {
    way =
        (exchange, request) -> {
          byte[] body = "{\"error\":\"played\",\"status\":%d}".formatted(status).getBytes(UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "application/json");
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body);
        };
  }

  /** Every connection ends without an answer, also where a bulk hangs: the server is killed. */
  void cut() {
    way = (exchange, request) -> {};
    release.countDown();
  }

  /** Bulks get no answer, and OpenSearch does not get them. All else passes. */
  void holdBulks() {
    CountDownLatch cut = new CountDownLatch(1);
    release = cut;
    way =
        (exchange, request) -> {
          if (isBulk(request)) {
            held.add(request);
            cut.await();
          } else {
            pass(exchange, request);
          }
        };
  }

  int held() {
    return held.size();
  }

  /** How many bulks came so far. */
  int bulks() {
    return bulks.get();
  }

  /** What was held back arrives at OpenSearch after all. */
  void sendHeld() throws IOException, InterruptedException {
    for (HttpRequest late = held.poll(); late != null; late = held.poll()) {
      http.send(late, HttpResponse.BodyHandlers.discarding());
    }
  }

  /** An exchange that is closed without an answer is a connection that was cut. */
  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      HttpRequest request = request(exchange);
      if (isBulk(request)) {
        bulks.incrementAndGet();
      }
      way.take(exchange, request);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean isBulk(HttpRequest request) {
    return request.uri().getPath().endsWith("/_bulk");
  }

  private HttpRequest request(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(openSearch + exchange.getRequestURI().toString()))
            .method(
                exchange.getRequestMethod(),
                body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
    String type = exchange.getRequestHeaders().getFirst("Content-Type");
    return (type == null ? request : request.header("Content-Type", type)).build();
  }

  private void pass(HttpExchange exchange, HttpRequest request)
      throws IOException, InterruptedException {
    HttpResponse<byte[]> answer = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
    answer
        .headers()
        .firstValue("content-type")
        .ifPresent(type -> exchange.getResponseHeaders().add("Content-Type", type));
    boolean empty = answer.body().length == 0 || request.method().equals("HEAD");
    exchange.sendResponseHeaders(answer.statusCode(), empty ? -1 : answer.body().length);
    if (!empty) {
      exchange.getResponseBody().write(answer.body());
    }
  }

  @Override
  public void close() {
    release.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
