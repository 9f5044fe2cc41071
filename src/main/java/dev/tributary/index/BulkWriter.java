package dev.tributary.index;

import dev.tributary.config.Settings;
import dev.tributary.index.WriteQueue.Result;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Writes documents by bulk. Any thread may submit; one thread, {@code bulk-writer}, owns the queue
 * and tells every outcome. While bulks are under way the next one fills by itself, so a single
 * change leaves at once and a flood leaves in large bulks.
 */
public final class BulkWriter implements WriteSink, AutoCloseable {

  private final OpenSearchHttp http;
  private final WriteQueue queue;
  private final BlockingQueue<Runnable> inbox = new LinkedBlockingQueue<>();
  private final Thread thread;
  private volatile boolean closed;

  private BulkWriter(
      OpenSearchHttp http, Conflicts conflicts, Settings.Limits limits, Set<String> shared) {
    this.http = http;
    this.queue =
        new WriteQueue(
            new WriteQueue.Limits(
                limits.bulkActions(), limits.bulkBytes(), limits.bulksInFlight(), shared),
            this::send,
            conflicts,
            this::resolved,
            Backoff.standard(new Random()),
            new Trouble(System::nanoTime));
    this.thread = new Thread(this::run, "bulk-writer");
  }

  /**
   * @param shared indexes whose documents another program writes too
   */
  public static BulkWriter start(
      OpenSearchHttp http, Conflicts conflicts, Settings.Limits limits, Set<String> shared) {
    BulkWriter writer = new BulkWriter(http, conflicts, limits, shared);
    writer.thread.setDaemon(true);
    writer.thread.start();
    return writer;
  }

  /** Unless the writer is closed first, the outcome is told later, on its thread. */
  @Override
  public void submit(Write write) {
    inbox.add(() -> queue.submit(write));
  }

  private void resolved(Write write, Outcome outcome) {
    inbox.add(() -> queue.resolved(write, outcome));
  }

  private void send(List<Slot> bulk) {
    BulkBody body = new BulkBody(bulk.stream().mapToInt(slot -> slot.write().weight()).sum());
    bulk.forEach(slot -> body.add(slot.write()));
    byte[] request = body.bytes();
    var unused =
        http.bulk(request, BulkAnswer.QUERY)
            .whenComplete(
                (answer, failure) -> {
                  Result result =
                      failure == null
                          ? read(answer, bulk.size(), body.guards())
                          : noAnswer(failure);
                  inbox.add(() -> queue.answered(bulk, result, System.nanoTime()));
                });
  }

  private static Result read(Answer answer, int actions, int guards) {
    if (answer.ok()) {
      try {
        return new Result.Answered(BulkAnswer.parse(answer.body(), actions, guards));
      } catch (IOException e) {
        return new Result.Unavailable("an answer that is no bulk answer: " + e.getMessage());
      }
    }
    String reason = "status " + answer.status() + ": " + answer.excerpt();
    return answer.status() == 400 || answer.status() == 413
        ? new Result.Refused(reason)
        : new Result.Unavailable(reason);
  }

  private static Result noAnswer(Throwable failure) {
    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
    String reason = OpenSearchUnavailableException.describe(cause);
    return isReadTimeout(cause) ? new Result.TimedOut(reason) : new Result.Unavailable(reason);
  }

  /**
   * By name, since each transport has a type of its own. Not the ones about connecting: there the
   * size of the bulk is not to blame.
   */
  private static boolean isReadTimeout(Throwable cause) {
    for (Throwable link = cause; link != null; link = link.getCause()) {
      String name = link.getClass().getSimpleName();
      if (name.endsWith("TimeoutException")) {
        return !name.startsWith("Connect");
      }
    }
    return false;
  }

  private void run() {
    long wait = Long.MAX_VALUE;
    while (!closed) {
      try {
        Runnable event = inbox.poll(wait, TimeUnit.NANOSECONDS);
        for (; event != null; event = inbox.poll()) {
          event.run();
        }
        wait = queue.pump(System.nanoTime());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } catch (RuntimeException e) {
        // A fault of ours: what was in hand is neither written nor forgotten, and would stand still
        // for ever. As an error it ends the process, and a restart reads it again.
        throw new AssertionError("The bulk writer failed", e);
      }
    }
  }

  /** Stops at once. What is unfinished stays so: nothing is told of it. */
  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}
