package dev.tributary.enrich.objects;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Sends one request until there is an answer for good or its time is over.
 *
 * <pre>
 *   sent → answered for good ──────────────→ over
 *    ↑  ↘ a passing failure → pause ─┐    ↗
 *    └──────────────────────────────┘ no time left
 * </pre>
 *
 * One step at a time, each on a worker; only {@link #abort} may come from elsewhere.
 */
final class Attempts {
  private final Calls calls;
  private final Server server;
  private final long deadline;
  private final Supplier<CompletableFuture<Reply>> request;
  private final CompletableFuture<Reply> answer = new CompletableFuture<>();
  private int count;

  /**
   * @param asked when somebody first wanted it
   */
  Attempts(Calls calls, Server server, long asked, Supplier<CompletableFuture<Reply>> request) {
    this.calls = calls;
    this.server = server;
    this.deadline = server.waitingSince(asked) + calls.time().toNanos();
    this.request = request;
  }

  /** The last answer, be it a passing failure. Completes on a worker. */
  CompletableFuture<Reply> answer() {
    return answer;
  }

  void start() {
    next(new Reply.Broken("S3 has answered nobody for " + seconds()));
  }

  /** Ends it now; what is under way is given up. */
  void abort(Reply reply) {
    calls.run(() -> answer.complete(reply));
  }

  private void next(Reply last) {
    if (answer.isDone()) {
      return;
    }
    long left = deadline - calls.timer().nanos();
    if (left <= 0) {
      answer.complete(last);
      return;
    }
    count++;
    CompletableFuture<Reply> attempt = request.get();
    Runnable unset =
        calls
            .timer()
            .after(
                Duration.ofNanos(left),
                () -> attempt.complete(new Reply.Broken("no full answer in " + seconds())));
    var unused = answer.thenAccept(attempt::complete);
    var unusedToo =
        attempt.whenComplete(
            (reply, failure) -> {
              unset.run();
              calls.run(
                  () -> decide(failure == null ? reply : new Reply.Unasked(failure.toString())));
            });
  }

  private void decide(Reply reply) {
    if (!reply.passing()) {
      if (!(reply instanceof Reply.Unasked)) {
        server.answered(calls.timer().nanos());
      }
      answer.complete(reply);
      return;
    }
    Duration pause = calls.backoff().after(count);
    if (deadline - calls.timer().nanos() - pause.toNanos() <= 0) {
      answer.complete(reply);
      return;
    }
    calls.timer().after(pause, () -> calls.run(() -> next(reply)));
  }

  private String seconds() {
    return "%.1f s".formatted(calls.time().toMillis() / 1000.0);
  }
}
