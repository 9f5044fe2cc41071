package dev.tributary.ops.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.ops.Figures;
import dev.tributary.ops.Health;
import dev.tributary.ops.Metrics;
import dev.tributary.ops.Signs;
import dev.tributary.ops.http.Answer;
import dev.tributary.ops.http.Routes;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The page at {@code /}, and what it reads: {@code /status.json}, one moment, and {@code /events},
 * one moment after the other. The daemon thread {@code page} looks and tells; all of it is in
 * memory already, so it asks no server, and nobody looks while no page is open but for the history.
 */
public final class StatusPage implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(StatusPage.class);
  private static final Duration EVERY = Duration.ofSeconds(2);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Where the demo says what is in the indexes. */
  public static final String DOCUMENTS = "/demo/documents.json";

  private record Source(Signs signs, Figures figures, Sampler sampler) {}

  private final Snapshot snapshot;
  private final History history = new History();
  private final Listeners listeners = new Listeners(PATIENCE);
  private final Clock clock;
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile Optional<Source> source = Optional.empty();
  private volatile BooleanSupplier demo = () -> false;

  public StatusPage(String application, String worker, Health health, Clock clock) {
    this.snapshot = new Snapshot(application, worker, health, clock);
    this.clock = clock;
  }

  public StatusPage start() {
    Thread thread = new Thread(this::keepLooking, "page");
    thread.setDaemon(true);
    thread.start();
    return this;
  }

  private void keepLooking() {
    long second = 0;
    try {
      do {
        if (second % EVERY.toSeconds() == 0) {
          guarded(this::tell);
        }
        if (second % History.EVERY.toSeconds() == 0) {
          guarded(this::sample);
        }
        second++;
      } while (!closed.await(1, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void guarded(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      // Whoever asks for /status.json finds it in the log as an error.
      LOG.debug("The status page could not be brought up to date", e);
      listeners.tell(Listeners.event("fault", "{}"));
    }
  }

  public void add(Routes routes) {
    demo = () -> routes.paths().contains(DOCUMENTS);
    PageFiles.add(routes);
    routes.add(
        "/status.json",
        "what the page shows, as JSON",
        () -> Answer.json(200, now().toPrettyString() + "\n"));
    routes.add(
        "/events",
        "the same every two seconds, as server-sent events",
        exchange -> listeners.take(exchange, this::first));
  }

  /** The worker reads: from now on there is something to count. */
  public void running(Signs signs, Figures figures, Metrics metrics, int mostBulks) {
    source = Optional.of(new Source(signs, figures, Sampler.of(figures, metrics, mostBulks)));
  }

  void tell() {
    listeners.watch();
    if (!listeners.isEmpty()) {
      ObjectNode now = now();
      now.set("sample", history.newest());
      listeners.tell(Listeners.event("snapshot", now.toString()));
    }
  }

  /** For tests, which have no half an hour. */
  History history() {
    return history;
  }

  /** How many pages are open. */
  int listeners() {
    return listeners.count();
  }

  private void sample() {
    source.ifPresent(from -> history.add(from.sampler().take(clock.instant())));
  }

  private String first() {
    return Listeners.event("history", history.json().toString())
        + Listeners.event("snapshot", now().toString());
  }

  private ObjectNode now() {
    Optional<Source> from = source;
    return snapshot
        .make(from.map(Source::signs), from.map(Source::figures))
        .put("demo", demo.getAsBoolean());
  }

  @Override
  public void close() {
    closed.countDown();
    listeners.close();
  }
}
