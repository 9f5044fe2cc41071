package dev.tributary.chaos;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The workers of a run, each with one log for all its lives. Thread-safe. */
final class Workers implements AutoCloseable {

  private final Path folder;
  private final Path config;
  private final Map<String, String> environment;
  private final Diary diary;
  private final List<WorkerProcess> processes = new ArrayList<>();
  private int deaths;

  Workers(Path folder, Path config, Map<String, String> environment, Diary diary) {
    this.folder = folder;
    this.config = config;
    this.environment = Map.copyOf(environment);
    this.diary = diary;
  }

  synchronized void start(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      processes.add(process(i));
    }
  }

  private WorkerProcess process(int number) throws IOException {
    return WorkerProcess.start(
        config, environment, folder.resolve("worker-%d.log".formatted(number + 1)));
  }

  synchronized int count() {
    return processes.size();
  }

  synchronized WorkerProcess get(int number) {
    return processes.get(number);
  }

  /** Starts it again; it has to have ended. */
  synchronized void restart(int number) throws IOException {
    processes.set(number, process(number));
  }

  /** As a service manager does. */
  void stop(int number) throws InterruptedException {
    WorkerProcess process = get(number);
    if (!process.stop()) {
      diary.say("worker %d did not stop in time and was killed".formatted(number + 1));
    }
  }

  /** Starts those again that ended unasked, as a service manager does, and says so. */
  synchronized void revive() throws IOException {
    for (int i = 0; i < processes.size(); i++) {
      if (!processes.get(i).isAlive()) {
        deaths++;
        diary.say(
            "worker %d ended by itself (exit code %d) and is started again"
                .formatted(i + 1, processes.get(i).exitCode()));
        restart(i);
      }
    }
  }

  /** How many ended unasked. */
  synchronized int deaths() {
    return deaths;
  }

  @Override
  public synchronized void close() throws InterruptedException {
    for (WorkerProcess process : processes) {
      process.kill();
    }
  }
}
