package dev.tributary.bench;

import dev.tributary.local.Leash;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Java process that is measured, with all that it takes from its start on. It never outlives this
 * one.
 */
final class Child implements AutoCloseable {

  /**
   * What a child prints as its last line, before it waits for its end: {@code DONE name=value …}
   */
  static final String DONE = "DONE ";

  private static final Pattern VALUE = Pattern.compile("(\\w+)=(\\S+)");
  private static final long LOOK_MILLIS = 20;

  private final String who;
  private final Process process;
  private final long startedNanos = System.nanoTime();
  private final Path log;
  private final Path collections;

  private Child(String who, Process process, Path log, Path collections) {
    this.who = who;
    this.process = process;
    this.log = log;
    this.collections = collections;
  }

  /**
   * How the children of a run are started.
   *
   * @param folder for their logs
   * @param java options of the JVM, the same for all that are compared
   */
  record Starter(Path folder, List<String> java, Map<String, String> environment) {

    /**
     * @param who names its logs
     * @param main the class whose main it runs
     */
    Child start(String who, String main, String... arguments) throws IOException {
      Path log = folder.resolve(who + ".log");
      Path collections = folder.resolve(who + ".gc");
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(java);
      command.add("-Xlog:gc:file=" + collections + "::filecount=0");
      // Otherwise a test's own logging would be found first.
      command.add("-Dlogback.configurationFile=logback.xml");
      command.addAll(List.of("-cp", System.getProperty("java.class.path")));
      command.addAll(List.of(Leash.class.getName(), main));
      command.addAll(List.of(arguments));
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.to(new File(log.toString())));
      builder.environment().putAll(environment);
      // As in the image: glibc would else keep an arena for each thread.
      builder.environment().put("MALLOC_ARENA_MAX", "2");
      return new Child(who, builder.start(), log, collections);
    }
  }

  long startedNanos() {
    return startedNanos;
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  /** What it took so far. */
  Usage usage() {
    return Usage.of(process.toHandle());
  }

  /** What it allocated so far, but for what was not collected since. */
  Collections collections() throws IOException {
    return Collections.read(collections);
  }

  /** Fails if it has ended: then there is nothing to wait for. */
  void check() throws IOException {
    if (!process.isAlive()) {
      throw new IOException(
          "%s ended with exit code %d. Its log, %s, ends:%n%s"
              .formatted(who, process.exitValue(), log, tail()));
    }
  }

  /** Waits until it says that it is done, and what it says then. */
  Map<String, String> awaitDone(Duration patience) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (System.nanoTime() < deadline) {
      for (String line : Files.readAllLines(log)) {
        if (line.startsWith(DONE)) {
          return values(line);
        }
      }
      check();
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
    throw new IOException(
        "%s was not done within %d s. Its log, %s, ends:%n%s"
            .formatted(who, patience.toSeconds(), log, tail()));
  }

  static Map<String, String> values(String line) {
    Map<String, String> values = new java.util.HashMap<>();
    Matcher found = VALUE.matcher(line);
    while (found.find()) {
      values.put(found.group(1), found.group(2));
    }
    return values;
  }

  /** SIGTERM, as a service manager sends it. */
  void stop() throws InterruptedException {
    // Not Process.destroy: that closes the input as well, and the leash would halt at once.
    process.toHandle().destroy();
    if (!process.waitFor(30, TimeUnit.SECONDS)) {
      close();
    }
  }

  private String tail() throws IOException {
    List<String> lines = Files.readAllLines(log);
    return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
  }

  /** As kill -9 does. */
  @Override
  public void close() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }
}
