package dev.tributary.system;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tributary.ops.AlertRules;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A real Prometheus with the files of deploy/prometheus, which looks at the workers it is told. */
final class PrometheusServer implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Pattern LISTENING = Pattern.compile("msg=\"Listening on\" address=(\\S+)");
  private static final Pattern HOLD = Pattern.compile("(?m)^( +for: )\\w+$");

  /**
   * @param state {@code pending} or {@code firing}
   * @param application of the alert, or empty where it is of none
   * @param instance host and port of a worker, where it is about one
   */
  record Alert(String name, String state, String application, String instance, String summary) {
    boolean firing() {
      return state.equals("firing");
    }
  }

  private final HttpClient http = HttpClient.newHttpClient();
  private final Set<String> targets = new TreeSet<>();
  private final Path folder;
  private final Process process;
  private final URI address;

  /** Debian's package has it, or a download of its authors. */
  static Optional<Path> installed() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .map(path -> Path.of(path, "prometheus"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * @param folder an empty one
   * @param scrape changes scrape.yml
   */
  PrometheusServer(Path program, Path folder, UnaryOperator<String> scrape) throws IOException {
    this.folder = folder;
    Files.writeString(
        folder.resolve("scrape.yml"),
        scrape.apply(Files.readString(AlertRules.FOLDER.resolve("scrape.yml"))));
    // Tests see what they wait for; how long people are spared is for promtool to try.
    Files.writeString(
        folder.resolve("alerts.yml"),
        HOLD.matcher(Files.readString(AlertRules.FOLDER.resolve("alerts.yml"))).replaceAll("$10s"));
    tell();
    Path log = folder.resolve("prometheus.log");
    this.process =
        new ProcessBuilder(
                program.toString(),
                "--config.file=" + folder.resolve("scrape.yml"),
                "--storage.tsdb.path=" + folder.resolve("data"),
                "--web.listen-address=127.0.0.1:0")
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    await()
        .alias("Prometheus listens, see " + log)
        .atMost(PATIENCE)
        .until(() -> LISTENING.matcher(Files.readString(log)).find());
    Matcher listening = LISTENING.matcher(Files.readString(log));
    listening.find();
    this.address = URI.create("http://" + listening.group(1));
  }

  private void tell() throws IOException {
    // Moved into place, as Prometheus looks at it all the time.
    Path made = folder.resolve("workers.new");
    List<String> quoted = targets.stream().map(target -> '"' + target + '"').toList();
    Files.writeString(made, "- targets: [%s]%n".formatted(String.join(", ", quoted)));
    Files.move(made, folder.resolve("workers.yml"), StandardCopyOption.REPLACE_EXISTING);
  }

  /** Has it look at a worker, and waits until it has. */
  void watch(URI worker) throws IOException {
    synchronized (this) {
      targets.add(worker.getAuthority());
      tell();
    }
    await()
        .alias("Prometheus has seen " + worker)
        .atMost(PATIENCE)
        .until(
            () -> query("up{instance=\"%s\"} == 1".formatted(worker.getAuthority())).size() == 1);
  }

  /** Waits until it has seen a worker that was started anew where another one was. */
  void awaitAnother(URI worker) {
    String started = "process_start_time_seconds{instance=\"%s\"}".formatted(worker.getAuthority());
    List<Double> before = query("last_over_time(" + started + "[10m])");
    await()
        .alias("Prometheus has seen another worker at " + worker)
        .atMost(PATIENCE)
        .until(() -> query(started), now -> !now.isEmpty() && !now.equals(before));
  }

  /**
   * Values that an expression has now, one for each set of labels; those that are no number left
   * out.
   */
  List<Double> query(String expression) {
    List<Double> values = new ArrayList<>();
    ask("/api/v1/query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8))
        .at("/data/result")
        .forEach(result -> values.add(Double.parseDouble(number(result.at("/value/1").asText()))));
    values.removeIf(value -> value.isNaN());
    return values;
  }

  /** The values of a label among the results. */
  Set<String> labels(String expression, String label) {
    Set<String> values = new TreeSet<>();
    ask("/api/v1/query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8))
        .at("/data/result")
        .forEach(result -> values.add(result.path("metric").path(label).asText()));
    return values;
  }

  private static String number(String text) {
    return text.endsWith("Inf") ? text.replace("Inf", "Infinity") : text;
  }

  List<Alert> alerts() {
    List<Alert> alerts = new ArrayList<>();
    ask("/api/v1/alerts")
        .at("/data/alerts")
        .forEach(
            alert ->
                alerts.add(
                    new Alert(
                        alert.at("/labels/alertname").asText(),
                        alert.path("state").asText(),
                        alert.at("/labels/application").asText(),
                        alert.at("/labels/instance").asText(),
                        alert.at("/annotations/summary").asText())));
    return alerts;
  }

  private JsonNode ask(String path) {
    try {
      JsonNode answer =
          JSON.readTree(
              http.send(
                      HttpRequest.newBuilder(address.resolve(path)).build(),
                      BodyHandlers.ofString())
                  .body());
      if (!answer.path("status").asText().equals("success")) {
        throw new IllegalStateException(path + ": " + answer);
      }
      return answer;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(20, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
