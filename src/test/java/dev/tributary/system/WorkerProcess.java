package dev.tributary.system;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.awaitility.core.ConditionTimeoutException;

/** Tributary as a process of its own, as users run it. */
public final class WorkerProcess implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Process process;
  private final Path log;

  private WorkerProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /** With these, many start quickly beside each other. */
  private static final List<String> FRUGAL =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m");

  /** Starts {@code tributary} with these arguments; all its output goes to one file. */
  public static WorkerProcess start(
      Path folder, Map<String, String> environment, String... arguments) {
    return start(folder, environment, FRUGAL, arguments);
  }

  /** The same with other options for {@code java}. */
  static WorkerProcess start(
      Path folder, Map<String, String> environment, List<String> options, String... arguments) {
    try {
      Path log = Files.createTempFile(folder, "worker-", ".log");
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(options);
      command.add("-Dtributary.log.format=plain");
      command.addAll(jar().map(WorkerProcess::ofJar).orElseGet(WorkerProcess::ofClasses));
      command.addAll(List.of(arguments));
      ProcessBuilder builder =
          new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
      builder.environment().putAll(environment);
      return new WorkerProcess(builder.start(), log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the build made, if it is the build that runs the tests. */
  static Optional<Path> jar() {
    return Optional.ofNullable(System.getProperty("tributary.jar")).map(Path::of);
  }

  private static List<String> ofJar(Path jar) {
    List<String> command = new ArrayList<>(ClassArchive.options(jar));
    command.addAll(List.of("-jar", jar.toString()));
    return command;
  }

  private static List<String> ofClasses() {
    return List.of(
        // Otherwise the tests' own logging would be found first.
        "-Dlogback.configurationFile=logback.xml",
        "-cp",
        System.getProperty("java.class.path"),
        "dev.tributary.Main");
  }

  /** Waits until the log says this, and fails with the log if that never comes. */
  public WorkerProcess awaitLog(String text) {
    return awaitLog(text, 1);
  }

  /** Waits until the log says this for the given number of times. */
  public WorkerProcess awaitLog(String text, int times) {
    return awaitLog(text, times, PATIENCE);
  }

  WorkerProcess awaitLog(String text, int times, Duration patience) {
    try {
      await().atMost(patience).until(() -> says(text, times) || !isAlive());
    } catch (ConditionTimeoutException e) {
      // Told below, as for a worker that has ended: with its log.
    }
    if (!says(text, times)) {
      throw new AssertionError(
          "The worker %s without saying '%s' %d times:%n%s"
              .formatted(isAlive() ? "runs" : "ended", text, times, log()));
    }
    return this;
  }

  private boolean says(String text, int times) {
    return log().split(Pattern.quote(text), -1).length > times;
  }

  /** Waits until it reads a shard. */
  public WorkerProcess awaitReading() {
    return awaitLog("Reading ");
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  public long pid() {
    return process.pid();
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  /** As kill -9 does. */
  public void kill() {
    process.destroyForcibly();
    awaitExit();
  }

  /** SIGTERM. */
  public WorkerProcess terminate() {
    process.destroy();
    return this;
  }

  /** Sends any signal, by its name: {@code STOP}, {@code CONT}. */
  public void signal(String name) {
    try {
      new ProcessBuilder("kill", "-" + name, String.valueOf(pid())).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public int awaitExit() {
    return awaitExit(PATIENCE);
  }

  int awaitExit(Duration patience) {
    await().alias("the worker ends").atMost(patience).until(() -> !process.isAlive());
    return process.exitValue();
  }

  public String log() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
