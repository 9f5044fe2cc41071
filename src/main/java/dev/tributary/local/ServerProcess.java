package dev.tributary.local;

import java.io.File;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * One server as a child process: started, ended, and started again on the same port.
 *
 * <pre>
 *   new ── start ──▶ running ── stop, kill ──▶ ended ── restart ──▶ running
 *                       └── ends by itself: the listener is told ──▶ ended
 *   any ── close ──▶ closed, and never started again
 * </pre>
 *
 * <p>One thread uses it, but for {@link #close}, which may come from a shutdown hook while that
 * thread waits for the server to be ready.
 */
final class ServerProcess implements Server {
  private static final Duration READY_WITHIN = Duration.ofMinutes(2);
  private static final Duration LOOK_EVERY = Duration.ofMillis(50);
  private static final Duration END_WITHIN = Duration.ofSeconds(15);
  private static final int ANSWER_WITHIN_MILLIS = 3_000;

  private final Recipe recipe;
  private final Path leash;
  private final Path log;
  private final int wantedPort;
  private final Ports ports;
  private final Consumer<String> onDeath;

  private volatile int port;
  private volatile Process process;
  private volatile Process askedToEnd;
  private boolean closed;

  /**
   * @param leash the folder with {@link Leash}
   * @param wantedPort 0 for a free one, chosen at the start
   * @param onDeath told, with the end of the log, when the server ends unasked
   */
  ServerProcess(
      Recipe recipe, Path leash, Path log, int wantedPort, Ports ports, Consumer<String> onDeath) {
    this.recipe = recipe;
    this.leash = leash;
    this.log = log;
    this.wantedPort = wantedPort;
    this.ports = ports;
    this.onDeath = onDeath;
  }

  @Override
  public void start() throws InterruptedException {
    if (wantedPort != 0) {
      checkFree(wantedPort);
      startOn(wantedPort);
      return;
    }
    // Not checked again: a process forked meanwhile holds the first check's socket for a moment.
    try {
      startOn(ports.free());
    } catch (LocalServerException e) {
      if (!LogTail.of(log).contains("Address already in use")) {
        throw e;
      }
      // Somebody took the free port between its choice and the server's start.
      startOn(ports.free());
    }
  }

  private void startOn(int newPort) throws InterruptedException {
    port = newPort;
    try {
      Files.deleteIfExists(log);
    } catch (IOException e) {
      throw new LocalServerException("Cannot write " + log + ": " + e, e);
    }
    launchAndWait();
  }

  @Override
  public void restart() throws InterruptedException {
    stop();
    checkFree(port);
    launchAndWait();
  }

  @Override
  public void stop() throws InterruptedException {
    Process running = process;
    askedToEnd = running;
    // Not Process.destroy: that closes the input as well, and the leash would halt at once.
    running.toHandle().destroy();
    if (!running.waitFor(END_WITHIN.toSeconds(), TimeUnit.SECONDS)) {
      running.destroyForcibly().waitFor();
    }
  }

  @Override
  public void kill() throws InterruptedException {
    Process running = process;
    askedToEnd = running;
    running.destroyForcibly().waitFor();
  }

  /** An interrupt makes it quicker and is kept for the caller. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    if (process == null) {
      return;
    }
    try {
      stop();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public URI uri() {
    return URI.create("http://127.0.0.1:" + port);
  }

  @Override
  public ProcessHandle handle() {
    return process.toHandle();
  }

  private void launchAndWait() throws InterruptedException {
    Process launched = launch();
    long deadline = System.nanoTime() + READY_WITHIN.toNanos();
    while (!launched.waitFor(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
      if (isReady()) {
        var unused = launched.onExit().thenAccept(this::tellOfDeath);
        return;
      }
      if (System.nanoTime() > deadline) {
        kill();
        throw new LocalServerException(
            "%s was not ready within %d s. Its log, %s, ends:%n%s"
                .formatted(recipe.title(), READY_WITHIN.toSeconds(), log, LogTail.of(log)));
      }
    }
    throw new LocalServerException(epitaph("did not start", launched));
  }

  private void checkFree(int wanted) {
    if (!Ports.isFree(wanted)) {
      throw new LocalServerException(
          "Port %d, wanted for %s, is in use. Choose another, or 0 for a free one."
              .formatted(wanted, recipe.title()));
    }
  }

  private synchronized Process launch() {
    if (closed) {
      throw new LocalServerException(recipe.title() + " was closed while it started.");
    }
    try {
      process =
          new ProcessBuilder(command())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
      return process;
    } catch (IOException e) {
      throw new LocalServerException(recipe.title() + " did not start: " + e.getMessage(), e);
    }
  }

  private List<String> command() {
    // The leash comes last: no name of ours may hide one of the server's.
    List<String> classPath = new ArrayList<>(recipe.classPath());
    classPath.add(leash.toString());
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(recipe.javaOptions());
    command.addAll(List.of("-cp", String.join(File.pathSeparator, classPath)));
    command.addAll(List.of(Leash.class.getName(), recipe.mainClass()));
    command.addAll(recipe.arguments().apply(port));
    return command;
  }

  private boolean isReady() {
    try {
      var request = uri().resolve(recipe.readyPath()).toURL().openConnection(Proxy.NO_PROXY);
      request.setConnectTimeout(ANSWER_WITHIN_MILLIS);
      request.setReadTimeout(ANSWER_WITHIN_MILLIS);
      int status = ((HttpURLConnection) request).getResponseCode();
      return status < 500 && status != HttpURLConnection.HTTP_CLIENT_TIMEOUT;
    } catch (IOException e) {
      return false;
    }
  }

  private void tellOfDeath(Process dead) {
    if (dead != askedToEnd) {
      onDeath.accept(epitaph("ended", dead));
    }
  }

  private String epitaph(String what, Process dead) {
    return "%s %s (exit code %d). Its log, %s, ends:%n%s"
        .formatted(recipe.title(), what, dead.exitValue(), log, LogTail.of(log));
  }
}
