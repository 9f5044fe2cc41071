package dev.tributary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.tributary.config.Settings;
import dev.tributary.config.SettingsReader;
import dev.tributary.ops.Emf;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

final class MonitorTest {

  @TempDir private Path folder;
  private final Logger printer = (Logger) LoggerFactory.getLogger(Emf.LOGGER);
  private final ListAppender<ILoggingEvent> printed = new ListAppender<>();

  @BeforeEach
  void listen() {
    printer.setLevel(Level.INFO);
    printed.start();
    printer.addAppender(printed);
  }

  @AfterEach
  void leave() {
    printer.detachAppender(printed);
    printer.setLevel(null);
  }

  private Settings settings(String port) throws IOException {
    Path file = folder.resolve("places.yml");
    Files.writeString(
        file,
        """
        application: places
        opensearch: {url: "http://localhost:9200"}
        tables: {places: {key: {pk: PK}}}
        indexes: {places: {}}
        entities: {place: {table: places, index: places}}
        worker: {metrics: {emf: 1m}, http: {port: %s}}
        """
            .formatted(port));
    return new SettingsReader().read(file, Map.of());
  }

  private String only() {
    assertThat(printed.list).hasSize(1);
    return printed.list.get(0).getFormattedMessage();
  }

  /** Else alarms see nothing of one that dies in its start, again and again. */
  @Test
  void aStartIsCountedBeforeAnythingCanGoWrongInIt() throws Exception {
    Monitor.start(settings("off")).close();
    assertThat(only()).contains("\"Starts\":1.0", "\"NotReady\":1.0").doesNotContain("MaxLag");
  }

  @Test
  void evenOneThatFindsItsPortTakenIsCounted() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Settings settings = settings(String.valueOf(taken.getLocalPort()));
      assertThatThrownBy(() -> Monitor.start(settings)).isInstanceOf(StartException.class);
    }
    assertThat(only()).contains("\"Starts\":1.0");
  }
}
