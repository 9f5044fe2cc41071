package dev.tributary.backfill;

import dev.tributary.index.OpenSearchUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Does a few things at once. The first that fails ends the others. */
final class Hands implements AutoCloseable {

  private final ExecutorService threads;

  /**
   * @param name for their threads
   */
  Hands(String name, int count) {
    AtomicInteger number = new AtomicInteger();
    this.threads =
        Executors.newFixedThreadPool(
            count,
            task -> {
              Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
  }

  /** The results in the order of the tasks. */
  <T> List<T> all(List<Callable<T>> tasks)
      throws OpenSearchUnavailableException, InterruptedException {
    ExecutorCompletionService<T> done = new ExecutorCompletionService<>(threads);
    List<Future<T>> results = new ArrayList<>(tasks.size());
    tasks.forEach(task -> results.add(done.submit(task)));
    try {
      for (int i = 0; i < tasks.size(); i++) {
        done.take().get();
      }
      List<T> values = new ArrayList<>(tasks.size());
      for (Future<T> result : results) {
        values.add(result.get());
      }
      return values;
    } catch (ExecutionException e) {
      throw unwrapped(e.getCause());
    } finally {
      results.forEach(result -> result.cancel(true));
    }
  }

  private static RuntimeException unwrapped(Throwable cause)
      throws OpenSearchUnavailableException, InterruptedException {
    if (cause instanceof OpenSearchUnavailableException unavailable) {
      throw unavailable;
    }
    if (cause instanceof InterruptedException interrupted) {
      throw interrupted;
    }
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof RuntimeException failure ? failure : new IllegalStateException(cause);
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
