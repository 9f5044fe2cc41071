package dev.tributary;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class MainTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    return line.execute(args);
  }

  @Test
  void withoutACommandItShowsTheUsage() {
    assertThat(run()).isEqualTo(2);
    assertThat(err.toString()).contains("Missing command").contains("Usage: tributary");
  }

  @Test
  void anUnknownCommandIsWrongUse() {
    assertThat(run("rum")).isEqualTo(2);
    assertThat(err.toString()).contains("rum");
  }

  @Test
  void anUnknownOptionIsWrongUse() {
    assertThat(run("run", "--config", "x.yml", "--fast")).isEqualTo(2);
    assertThat(err.toString()).contains("--fast").contains("Usage: tributary run");
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "check", "explain", "mappings", "verify"})
  void aWorkerNeedsAConfig(String command) {
    assertThat(run(command)).isEqualTo(2);
    assertThat(err.toString()).contains("--config");
  }

  @Test
  void chaosKnowsItsFaults() {
    assertThat(run("chaos", "--only", "worker-kill,rain")).isEqualTo(2);
    assertThat(err.toString()).contains("no fault 'rain'", "worker-kill, worker-pause");
    assertThat(run("chaos", "--workers", "0")).isEqualTo(2);
    assertThat(err.toString()).contains("1 to 8 workers");
    assertThat(run("chaos", "--minutes", "0")).isEqualTo(2);
  }

  @Test
  void benchKnowsItsProfiles() {
    assertThat(run("bench", "--profile", "drian")).isEqualTo(2);
    assertThat(err.toString()).contains("no profile 'drian'", "drain", "hot-keys");
    assertThat(run("bench", "--rounds", "0")).isEqualTo(2);
    assertThat(run("bench", "--records", "0")).isEqualTo(2);
    assertThat(err.toString()).contains("--rounds is 1 or more", "--records is 1 or more");
  }

  @Test
  void verifyKnowsWhatCanBeNoRun() {
    assertThat(run("verify", "--config", "x.yml", "--sample", "0")).isEqualTo(2);
    assertThat(run("verify", "--config", "x.yml", "--sample", "many")).isEqualTo(2);
    assertThat(run("verify", "--config", "x.yml", "--read-units", "0")).isEqualTo(2);
    assertThat(run("verify", "--config", "x.yml", "--patience", "soon")).isEqualTo(2);
    assertThat(run("verify", "--config", "x.yml", "--patience", "2h")).isEqualTo(2);
    assertThat(run("verify", "--config", "x.yml", "--table", "a", "--entity", "b")).isEqualTo(2);
    assertThat(err.toString())
        .contains("more than 0 and at most 100", "1 or more", "'soon' is no duration")
        .contains("one hour at most", "an entity is of one table");
    assertThat(run("verify", "--config", "there-is-no-such.yml")).isEqualTo(1);
    assertThat(err.toString()).contains("there-is-no-such.yml").doesNotContain("\tat ");
  }

  @Test
  void helpListsEveryCommandWithOneLine() {
    assertThat(run("--help")).isZero();
    String help = out.toString();
    assertThat(help).startsWith("Usage: tributary");
    for (String command : Main.commandLine().getSubcommands().keySet()) {
      assertThat(help.lines().filter(line -> line.startsWith("  " + command + " ")))
          .as(command)
          .hasSize(1)
          .allMatch(line -> line.endsWith(".") && line.length() <= 80);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo",
        "run",
        "check",
        "explain",
        "mappings",
        "geometry",
        "verify",
        "dead-letters",
        "pause",
        "resume",
        "local",
        "chaos",
        "bench"
      })
  void everyCommandHelps(String command) {
    assertThat(run(command, "--help")).isZero();
    assertThat(out.toString()).startsWith("Usage: tributary " + command);
  }

  @Test
  void theVersionIsOneLine() {
    assertThat(run("--version")).isZero();
    assertThat(out.toString()).startsWith("tributary ").hasLineCount(1);
  }
}
