package dev.tributary.enrich.objects;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Time that passes when the test says so. */
final class ManualTimer implements Timer {

  private record Task(long due, Runnable task) {}

  private final List<Task> tasks = new ArrayList<>();
  private long now = Long.MAX_VALUE - 1_000_000; // overflows soon, as System.nanoTime may

  @Override
  public synchronized long nanos() {
    return now;
  }

  @Override
  public synchronized Runnable after(Duration delay, Runnable task) {
    Task made = new Task(now + delay.toNanos(), task);
    tasks.add(made);
    return () -> remove(made);
  }

  private synchronized void remove(Task task) {
    tasks.remove(task);
  }

  /** Everything that falls due happens in its order, at its time. */
  void advance(Duration time) {
    long end = nanos() + time.toNanos();
    for (Optional<Task> due = next(end); due.isPresent(); due = next(end)) {
      due.get().task().run();
    }
    synchronized (this) {
      now = end;
    }
  }

  private synchronized Optional<Task> next(long end) {
    Optional<Task> due =
        tasks.stream()
            .filter(task -> task.due() - end <= 0)
            .min(Comparator.comparingLong(task -> task.due() - now));
    due.ifPresent(
        task -> {
          tasks.remove(task);
          now = task.due();
        });
    return due;
  }

  synchronized int pending() {
    return tasks.size();
  }

  @Override
  public synchronized void close() {
    tasks.clear();
  }
}
