package dev.tributary;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tributary.config.InvalidConfigException;
import dev.tributary.config.Settings;
import dev.tributary.config.SettingsReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Asks a worker of this machine how it is, for health checks where there is no curl. */
@Command(
    name = "health",
    mixinStandardHelpOptions = true,
    description = "Ask a running worker whether it is well.",
    footer = {"", "Exit codes: 0 it is; 1 it is not, or does not answer; 2 wrong use."})
final class HealthCommand implements Callable<Integer> {

  private static final int PATIENCE_MILLIS = 5_000;

  @Spec private CommandSpec spec;

  @Option(names = "--url", description = "Where it listens, as its log says.")
  private String url;

  @Option(names = "--config", description = "The worker's config, which names its port.")
  private Path config;

  @Option(
      names = "--ready",
      description = "Ask whether it does its work; else whether its loops turn.")
  private boolean ready;

  @Override
  public Integer call() {
    URI asked = address().resolve(ready ? "/health/ready" : "/health/live");
    try {
      HttpURLConnection connection = (HttpURLConnection) asked.toURL().openConnection();
      connection.setConnectTimeout(PATIENCE_MILLIS);
      connection.setReadTimeout(PATIENCE_MILLIS);
      int status = connection.getResponseCode();
      try (InputStream body =
          status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
        spec.commandLine()
            .getOut()
            .println(body == null ? "" : new String(body.readAllBytes(), UTF_8).strip());
      }
      return status == 200 ? 0 : 1;
    } catch (IOException e) {
      spec.commandLine().getErr().println("%s does not answer: %s".formatted(asked, e));
      return 1;
    }
  }

  private URI address() {
    if (url != null) {
      try {
        URI given = new URI(url);
        if (given.getHost() != null && "http".equals(given.getScheme())) {
          return given;
        }
      } catch (URISyntaxException e) {
        // Told below.
      }
      throw new ParameterException(
          spec.commandLine(), "--url takes e.g. http://127.0.0.1:8080, not " + url);
    }
    return at(settings().orElse(new Settings.Http(Optional.empty(), Settings.Http.LOOPBACK)));
  }

  private Optional<Settings.Http> settings() {
    if (config == null) {
      return Optional.empty();
    }
    try {
      Settings settings = new SettingsReader().read(config, System.getenv());
      return Optional.of(
          settings
              .worker()
              .telling()
              .http()
              .orElseThrow(
                  () ->
                      new ParameterException(
                          spec.commandLine(), config + ": worker.http.port is off")));
    } catch (InvalidConfigException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private static URI at(Settings.Http http) {
    boolean all = http.bind().equals("0.0.0.0") || http.bind().equals("::");
    String host = all ? Settings.Http.LOOPBACK : http.bind();
    return URI.create(
        "http://%s:%d"
            .formatted(
                host.contains(":") ? "[" + host + "]" : host,
                http.port().orElse(Settings.Http.USUAL_PORT)));
  }
}
