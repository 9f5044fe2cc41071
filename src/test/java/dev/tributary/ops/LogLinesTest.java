package dev.tributary.ops;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class LogLinesTest {

  private final LoggerContext context = new LoggerContext();

  @AfterEach
  void forget() {
    System.clearProperty(LogLines.FORMAT);
  }

  private String line(String format, boolean brief, Throwable failure) {
    if (!format.isEmpty()) {
      System.setProperty(LogLines.FORMAT, format);
    }
    LogLines lines = new LogLines();
    lines.setContext(context);
    lines.setPattern("%-5level %logger{0} %msg%n%ex{short}");
    lines.setBrief(brief);
    lines.start();
    LoggingEvent event =
        new LoggingEvent(
            "",
            context.getLogger("dev.tributary.App"),
            Level.WARN,
            "Waiting for {}: {}",
            failure,
            new Object[] {"a \"server\"", "two\nlines"});
    return new String(lines.encode(event), UTF_8);
  }

  @Test
  void aLineForProgramsIsOneObject() throws IOException {
    String line = line("json", false, new IllegalStateException("why"));
    assertThat(line).endsWith("\n");
    assertThat(line.strip()).doesNotContain("\n");
    JsonNode json = new ObjectMapper().readTree(line);
    assertThat(json.path("level").asText()).isEqualTo("WARN");
    assertThat(json.path("logger").asText()).isEqualTo("dev.tributary.App");
    assertThat(json.path("message").asText()).isEqualTo("Waiting for a \"server\": two\nlines");
    assertThat(json.path("event").asText()).isEqualTo("Waiting for …: …");
    assertThat(json.path("error").asText())
        .startsWith("java.lang.IllegalStateException: why\n\tat");
    assertThat(json.path("time").asText()).matches("\\d{4}-.*Z");
  }

  @Test
  void aBriefOneHasNoTrace() throws IOException {
    String line = line("json", true, new IllegalStateException("why"));
    assertThat(new ObjectMapper().readTree(line).path("error").asText())
        .isEqualTo("java.lang.IllegalStateException: why");
  }

  @Test
  void aLineForPeopleIsPlain() {
    assertThat(line("plain", false, null))
        .isEqualTo("WARN  App Waiting for a \"server\": two\nlines%n".formatted());
  }

  /** Tests have no terminal. */
  @Test
  void withoutATerminalProgramsRead() {
    assertThat(line("", false, null)).startsWith("{\"time\":");
  }
}
