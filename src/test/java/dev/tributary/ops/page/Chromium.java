package dev.tributary.ops.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A real browser without a window, driven by its own DevTools protocol: one page. */
final class Chromium implements AutoCloseable, WebSocket.Listener {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern LISTENING = Pattern.compile("DevTools listening on ws://([^/]+)/");
  private static final int PATIENCE_SECONDS = 60;

  private final Process process;
  private final WebSocket socket;
  private final AtomicInteger number = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> asked = new ConcurrentHashMap<>();
  private final List<JsonNode> events = new CopyOnWriteArrayList<>();
  private final StringBuilder received = new StringBuilder();

  /** Debian's, a package of others, or none. */
  static Optional<Path> installed() {
    return Stream.of("chromium", "chromium-browser", "google-chrome")
        .flatMap(
            name ->
                Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                    .map(folder -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * @param profile an empty folder
   */
  Chromium(Path browser, Path profile) throws Exception {
    this.process =
        new ProcessBuilder(
                browser.toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--no-first-run",
                "--hide-scrollbars",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    HttpClient http = HttpClient.newHttpClient();
    URI list = URI.create("http://" + address(process) + "/json/list");
    JsonNode pages =
        JSON.readTree(
            http.send(HttpRequest.newBuilder(list).build(), BodyHandlers.ofString()).body());
    String page = "";
    for (JsonNode one : pages) {
      page =
          one.path("type").asText().equals("page")
              ? one.path("webSocketDebuggerUrl").asText()
              : page;
    }
    this.socket = http.newWebSocketBuilder().buildAsync(URI.create(page), this).join();
    for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
      ask(domain + ".enable", Map.of());
    }
  }

  private static String address(Process process) throws IOException {
    BufferedReader lines = process.errorReader();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      Matcher found = LISTENING.matcher(line);
      if (found.find()) {
        // What it says from now on must not fill the pipe.
        Thread drain = new Thread(() -> lines.lines().forEach(rest -> {}), "chromium-output");
        drain.setDaemon(true);
        drain.start();
        return found.group(1);
      }
    }
    throw new IOException("the browser ended before it listened");
  }

  @Override
  public synchronized CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
    received.append(data);
    if (last) {
      take(received.toString());
      received.setLength(0);
    }
    from.request(1);
    return null;
  }

  private void take(String text) {
    try {
      JsonNode message = JSON.readTree(text);
      if (message.has("id")) {
        asked.remove(message.get("id").asInt()).complete(message);
      } else {
        events.add(message);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  JsonNode ask(String method, Map<String, ?> parameters) throws Exception {
    int id = number.incrementAndGet();
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    asked.put(id, answer);
    ObjectNode message = JSON.createObjectNode().put("id", id).put("method", method);
    message.set("params", JSON.valueToTree(parameters));
    socket.sendText(message.toString(), true).join();
    JsonNode answered = answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (answered.has("error")) {
      throw new IOException(method + ": " + answered.get("error"));
    }
    return answered.path("result");
  }

  void open(URI address) throws Exception {
    ask("Page.navigate", Map.of("url", address.toString()));
  }

  void size(int width, int height, boolean phone) throws Exception {
    ask(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", phone));
  }

  void dark(boolean dark) throws Exception {
    ask(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
  }

  /** What an expression is in the page, as JSON. */
  JsonNode value(String expression) throws Exception {
    JsonNode result =
        ask(
            "Runtime.evaluate",
            Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
    if (result.has("exceptionDetails")) {
      throw new IOException(expression + ": " + result.get("exceptionDetails"));
    }
    return result.at("/result/value");
  }

  /** What the browser said of its own accord. */
  List<JsonNode> events(String method) {
    return events.stream().filter(event -> event.path("method").asText().equals(method)).toList();
  }

  /** What was said until now, as by another page. */
  void forget() {
    events.clear();
  }

  /** The whole page, below the screen's edge too. */
  void picture(Path file) throws Exception {
    JsonNode picture =
        ask("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", true));
    Files.createDirectories(file.getParent());
    Files.write(file, Base64.getDecoder().decode(picture.path("data").asText()));
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
