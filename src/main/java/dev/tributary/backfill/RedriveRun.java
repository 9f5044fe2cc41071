package dev.tributary.backfill;

import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.sync.Redrive.Result;
import dev.tributary.table.DeadLetters.Filed;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Redrives many dead letters, some at a time, until all are tried or a server does not answer. */
public final class RedriveRun {

  /** Each costs a handful of calls, one after the other. */
  private static final int THREADS = 8;

  private static final int AT_ONCE = 10 * THREADS;

  /** Tries one letter. */
  @FunctionalInterface
  public interface Attempt {
    Result at(Filed letter) throws OpenSearchUnavailableException;
  }

  /** What became of the letters so far. */
  public static final class Count {
    public int redriven;
    public int gone;

    /** Redriven, but for objects that are not there. */
    public int unfinished;

    public int refused;
    public int impossible;

    /** Whether there is no letter left of those that were tried. */
    public boolean clean() {
      return refused + impossible == 0;
    }
  }

  private final Attempt attempt;
  private final Consumer<String> tell;
  private final Count count = new Count();
  private int tried;

  /**
   * @param tell about each letter
   */
  public RedriveRun(Attempt attempt, Consumer<String> tell) {
    this.attempt = attempt;
    this.tell = tell;
  }

  /** Also of a run that ended early. */
  public Count count() {
    return count;
  }

  /**
   * @throws OpenSearchUnavailableException if OpenSearch does not answer; the letters that were not
   *     tried are as they were
   */
  public void run(List<Filed> letters) throws OpenSearchUnavailableException, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      for (int from = 0; from < letters.size(); from += AT_ONCE) {
        List<Filed> some = letters.subList(from, Math.min(from + AT_ONCE, letters.size()));
        run(some, letters.size(), threads);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private void run(List<Filed> some, int all, ExecutorService threads)
      throws OpenSearchUnavailableException, InterruptedException {
    List<Callable<Result>> attempts = new ArrayList<>();
    some.forEach(letter -> attempts.add(() -> attempt.at(letter)));
    List<Future<Result>> results = threads.invokeAll(attempts);
    ExecutionException failure = null;
    for (int i = 0; i < some.size(); i++) {
      try {
        tell(some.get(i), results.get(i).get(), all);
      } catch (ExecutionException e) {
        // What became of the others of this round is told first.
        failure = e;
      }
    }
    if (failure == null) {
      return;
    }
    if (failure.getCause() instanceof OpenSearchUnavailableException unavailable) {
      throw unavailable;
    }
    if (failure.getCause() instanceof RuntimeException unanswered) {
      throw unanswered;
    }
    throw new IllegalStateException(failure.getCause());
  }

  private void tell(Filed letter, Result result, int all) {
    tried++;
    tell.accept(
        "[%d/%d] %s/%s: %s".formatted(tried, all, letter.index(), letter.id(), counted(result)));
  }

  private String counted(Result result) {
    if (result instanceof Result.Redriven) {
      count.redriven++;
      return "redriven";
    } else if (result instanceof Result.Gone) {
      count.gone++;
      return "gone from its table, and so is the document";
    } else if (result instanceof Result.Unfinished unfinished) {
      count.unfinished++;
      return "redriven, and waits for objects: " + unfinished.reason();
    } else if (result instanceof Result.Refused refused) {
      count.refused++;
      return "still refused: " + refused.reason();
    }
    count.impossible++;
    return "cannot be redriven: " + ((Result.Impossible) result).reason();
  }
}
