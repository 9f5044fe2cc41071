package dev.tributary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.config.Settings;
import dev.tributary.ops.http.Answer;
import dev.tributary.ops.http.OpsServer;
import dev.tributary.ops.http.Routes;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class HealthCommandTest {

  private record Ran(int exit, String output) {}

  private static Ran run(String... arguments) {
    StringWriter output = new StringWriter();
    PrintWriter writer = new PrintWriter(output, true);
    int exit = Main.commandLine().setOut(writer).setErr(writer).execute(arguments);
    return new Ran(exit, output.toString());
  }

  @Test
  void theExitCodeIsTheAnswer() throws Exception {
    Routes routes =
        new Routes()
            .add("/health/live", "", () -> Answer.text(200, "ok\n"))
            .add("/health/ready", "", () -> Answer.text(503, "down\nwrites: a block\n"));
    Settings.Http anywhere = new Settings.Http(Optional.empty(), Settings.Http.LOOPBACK);
    String url;
    try (OpsServer server = OpsServer.start(anywhere, routes)) {
      url = server.address().toString();
      Ran live = run("health", "--url", url);
      assertThat(live.exit()).isZero();
      assertThat(live.output()).isEqualToIgnoringNewLines("ok");
      Ran ready = run("health", "--url", url, "--ready");
      assertThat(ready.exit()).isEqualTo(1);
      assertThat(ready.output()).contains("writes: a block");
    }
    Ran gone = run("health", "--url", url);
    assertThat(gone.exit()).isEqualTo(1);
    assertThat(gone.output()).contains(url + "/health/live does not answer");
  }

  @Test
  void anAddressThatIsNoneIsWrongUse() {
    Ran wrong = run("health", "--url", "localhost:8080");
    assertThat(wrong.exit()).isEqualTo(2);
    assertThat(wrong.output())
        .contains("--url takes e.g. http://127.0.0.1:8080, not localhost:8080");
  }
}
