package dev.tributary.chaos;

import dev.tributary.local.Leash;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A worker as a process of its own, as users run it, that never outlives this one. */
final class WorkerProcess {

  /** With these, several start quickly beside each other. */
  private static final List<String> FRUGAL =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m");

  private static final int STOP_WITHIN_SECONDS = 30;

  private final Process process;

  private WorkerProcess(Process process) {
    this.process = process;
  }

  /** All its output goes to the end of the log. */
  static WorkerProcess start(Path config, Map<String, String> environment, Path log)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(FRUGAL);
    // Otherwise a test's own logging would be found first.
    command.add("-Dlogback.configurationFile=logback.xml");
    command.add("-Dtributary.log.format=plain");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Leash.class.getName(), "dev.tributary.Main"));
    command.addAll(List.of("run", "--config", config.toString()));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(environment);
    return new WorkerProcess(builder.start());
  }

  boolean isAlive() {
    return process.isAlive();
  }

  int exitCode() {
    return process.exitValue();
  }

  /** As kill -9 does. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  void pause() throws IOException, InterruptedException {
    Signals.pause(process.toHandle());
  }

  void resume() throws IOException, InterruptedException {
    Signals.resume(process.toHandle());
  }

  /**
   * SIGTERM, as a service manager sends it.
   *
   * @return whether it ended in time; if not, it was killed
   */
  boolean stop() throws InterruptedException {
    // Not Process.destroy: that closes the input as well, and the leash would halt at once.
    process.toHandle().destroy();
    if (process.waitFor(STOP_WITHIN_SECONDS, TimeUnit.SECONDS)) {
      return true;
    }
    kill();
    return false;
  }
}
