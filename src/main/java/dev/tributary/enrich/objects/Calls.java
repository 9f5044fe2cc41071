package dev.tributary.enrich.objects;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** What all calls of one fetcher share, and those that are under way. Thread-safe. */
final class Calls {
  private static final Reply CLOSED = new Reply.Unasked("the worker is stopping");

  private final Timer timer;
  private final Executor workers;
  private final Backoff backoff;
  private final Duration time;

  private final Set<Attempts> underWay = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /**
   * @param time for all attempts of one call together
   */
  Calls(Timer timer, Executor workers, Backoff backoff, Duration time) {
    this.timer = timer;
    this.workers = workers;
    this.backoff = backoff;
    this.time = time;
  }

  /** To be called with a place at the server. */
  CompletableFuture<Reply> send(
      Server server, long asked, Supplier<CompletableFuture<Reply>> request) {
    server.asks(timer.nanos());
    Attempts attempts = new Attempts(this, server, asked, request);
    underWay.add(attempts);
    var unused =
        attempts
            .answer()
            .whenComplete(
                (reply, failure) -> {
                  server.asksNoMore();
                  underWay.remove(attempts);
                });
    if (closed) {
      attempts.abort(CLOSED);
    } else {
      attempts.start();
    }
    return attempts.answer();
  }

  /** Everything that is asked for is answered soon, if only with that. */
  void close() {
    closed = true;
    underWay.forEach(attempts -> attempts.abort(CLOSED));
  }

  void run(Runnable task) {
    workers.execute(task);
  }

  Timer timer() {
    return timer;
  }

  Backoff backoff() {
    return backoff;
  }

  Duration time() {
    return time;
  }
}
