package dev.tributary.ops.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.regex.Pattern.CASE_INSENSITIVE;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tributary.config.Settings;
import dev.tributary.ops.http.Routes.Handler;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves {@link Routes}, on the threads {@code http-1} to {@code http-4}: whoever asks too much
 * waits, and the worker does not. Only GET and HEAD; nothing that is asked changes anything.
 */
public final class OpsServer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(OpsServer.class);
  private static final int THREADS = 4;
  private static final int BACKLOG = 50;
  private static final Pattern LOOPBACK_NAMES =
      Pattern.compile("(localhost|127(\\.\\d+){3}|\\[[0-9a-f:]+])?(:\\d+)?", CASE_INSENSITIVE);

  /** It cannot listen where it is told to; its message says what to do. */
  public static final class CannotListenException extends Exception {
    private static final long serialVersionUID = 1L;

    CannotListenException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  private final HttpServer server;
  private final ExecutorService threads;
  private final Routes routes;

  private OpsServer(HttpServer server, Routes routes) {
    this.server = server;
    this.routes = routes;
    AtomicInteger number = new AtomicInteger();
    this.threads =
        Executors.newFixedThreadPool(
            THREADS,
            task -> {
              Thread thread = new Thread(task, "http-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
  }

  public static OpsServer start(Settings.Http settings, Routes routes)
      throws CannotListenException {
    // Read once, by the first server of a process: who sends nothing must not keep a thread.
    System.setProperty("sun.net.httpserver.maxReqTime", "10");
    System.setProperty("sun.net.httpserver.idleInterval", "30");
    OpsServer server = new OpsServer(open(settings), routes);
    server.server.setExecutor(server.threads);
    server.server.createContext("/", server::handle);
    server.server.start();
    return server;
  }

  private static HttpServer open(Settings.Http settings) throws CannotListenException {
    InetAddress address;
    try {
      address = InetAddress.getByName(settings.bind());
    } catch (UnknownHostException e) {
      throw new CannotListenException(
          "worker.http.bind: '%s' is no address of this machine; write e.g. 127.0.0.1 or 0.0.0.0"
              .formatted(settings.bind()),
          e);
    }
    int port = settings.port().orElse(Settings.Http.USUAL_PORT);
    try {
      return HttpServer.create(new InetSocketAddress(address, port), BACKLOG);
    } catch (IOException e) {
      if (settings.port().isPresent() || !(e instanceof BindException)) {
        throw cannot(settings, port, e);
      }
    }
    // Nobody asked for this port: another worker of this machine may have it.
    try {
      return HttpServer.create(new InetSocketAddress(address, 0), BACKLOG);
    } catch (IOException e) {
      throw cannot(settings, 0, e);
    }
  }

  private static CannotListenException cannot(Settings.Http settings, int port, IOException e) {
    return new CannotListenException(
        "worker.http.port: cannot listen at %s:%d: %s; write another port, or off, or another worker.http.bind"
            .formatted(settings.bind(), port, e.getMessage()),
        e);
  }

  /** Where it is found. */
  public URI address() {
    InetSocketAddress at = server.getAddress();
    String host = at.getAddress().getHostAddress();
    return URI.create(
        "http://%s:%d".formatted(host.contains(":") ? "[" + host + "]" : host, at.getPort()));
  }

  private void handle(HttpExchange exchange) throws IOException {
    try {
      answer(exchange);
    } catch (RuntimeException e) {
      LOG.error("What was asked for over HTTP could not be answered", e);
      // If the answer has begun, this fails, and the connection ends: that is all there is to say.
      send(exchange, Answer.text(500, "A fault of Tributary's; its log says more.\n"));
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    String method = exchange.getRequestMethod();
    if (!method.equals("GET") && !method.equals("HEAD")) {
      exchange.getResponseHeaders().set("Allow", "GET, HEAD");
      send(exchange, Answer.text(405, "Only GET and HEAD: nothing can be changed here.\n"));
      return;
    }
    if (!asksForThisMachine(exchange)) {
      send(exchange, Answer.text(403, "Ask for it by localhost or 127.0.0.1.\n"));
      return;
    }
    String path = Optional.ofNullable(exchange.getRequestURI().getPath()).orElse("");
    Optional<Handler> handler = routes.find(path);
    if (handler.isPresent()) {
      handler.get().handle(exchange);
    } else if (path.equals("/")) {
      send(exchange, routes.list());
    } else {
      send(exchange, Answer.text(404, "Nothing is served here; / lists what is.\n"));
    }
  }

  /**
   * A page of somebody else's may have its own name point at the loopback address, and a browser
   * would let it read what is said here. Where others may ask, so may they by any name.
   */
  private boolean asksForThisMachine(HttpExchange exchange) {
    String host = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Host")).orElse("");
    return !server.getAddress().getAddress().isLoopbackAddress()
        || LOOPBACK_NAMES.matcher(host).matches();
  }

  /** Sends all of it, and ends the exchange. */
  public static void send(HttpExchange exchange, Answer answer) throws IOException {
    Headers headers = strict(exchange.getResponseHeaders());
    headers.set("Content-Type", answer.type());
    headers.set("Content-Security-Policy", answer.policy());
    boolean head = exchange.getRequestMethod().equals("HEAD");
    byte[] body = answer.body().getBytes(UTF_8);
    if (head) {
      exchange.getResponseHeaders().set("Content-Length", String.valueOf(body.length));
    }
    try (exchange) {
      exchange.sendResponseHeaders(answer.status(), head || body.length == 0 ? -1 : body.length);
      if (!head && body.length > 0) {
        exchange.getResponseBody().write(body);
      }
    }
  }

  /** For browsers: what is shown here asks for nothing from elsewhere, and is never kept. */
  public static Headers strict(Headers headers) {
    headers.set("Content-Security-Policy", Answer.NOTHING);
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cache-Control", "no-store");
    return headers;
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
