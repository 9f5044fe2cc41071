package dev.tributary.ops.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import dev.tributary.ops.http.Answer;
import dev.tributary.ops.http.OpsServer;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Open pages, each told what is new as server-sent events, on a daemon thread of its own: {@code
 * page-1} and so on. There are few of them, none keeps one of the server's threads, and whoever
 * does not read is dropped, so no page can hold up another or the worker. Thread-safe.
 */
final class Listeners implements AutoCloseable {

  static final int MOST = 32;

  private final Duration patience;
  private final Set<Listener> listeners = ConcurrentHashMap.newKeySet();
  private final AtomicInteger places = new AtomicInteger(MOST);
  private final AtomicInteger number = new AtomicInteger();

  /**
   * @param patience how long one may take to read what it was sent
   */
  Listeners(Duration patience) {
    this.patience = patience;
  }

  /** Told to whoever comes, if there is a place. Returns at once. */
  void take(HttpExchange exchange, Supplier<String> first) throws IOException {
    if (places.decrementAndGet() < 0) {
      places.incrementAndGet();
      OpsServer.send(
          exchange,
          Answer.text(
              503,
              "%d pages of this worker are open, and no more can be: close one.\n"
                  .formatted(MOST)));
      return;
    }
    try {
      OpsServer.strict(exchange.getResponseHeaders()).set("Content-Type", "text/event-stream");
      if (exchange.getRequestMethod().equals("HEAD")) {
        exchange.sendResponseHeaders(200, -1);
        exchange.close();
        places.incrementAndGet();
        return;
      }
      exchange.sendResponseHeaders(200, 0);
    } catch (IOException | RuntimeException e) {
      places.incrementAndGet();
      throw e;
    }
    Listener listener = new Listener(exchange, first);
    listeners.add(listener);
    listener.thread.start();
  }

  boolean isEmpty() {
    return listeners.isEmpty();
  }

  int count() {
    return listeners.size();
  }

  /** To all. Who has not read the last one yet gets this one instead of it. */
  void tell(String events) {
    listeners.forEach(listener -> listener.offer(events));
  }

  /** Drops those that do not read. */
  void watch() {
    listeners.stream().filter(Listener::stalled).forEach(listener -> listener.thread.interrupt());
  }

  /**
   * An event as it is sent.
   *
   * @param data without line breaks
   */
  static String event(String name, String data) {
    return "event: " + name + "\ndata: " + data + "\n\n";
  }

  @Override
  public void close() {
    listeners.forEach(listener -> listener.thread.interrupt());
  }

  private final class Listener implements Runnable {

    private final HttpExchange exchange;
    private final Supplier<String> first;
    private final ArrayBlockingQueue<String> next = new ArrayBlockingQueue<>(1);
    private final Thread thread;
    private volatile boolean writing;
    private volatile long since;

    private Listener(HttpExchange exchange, Supplier<String> first) {
      this.exchange = exchange;
      this.first = first;
      this.thread = new Thread(this, "page-" + number.incrementAndGet());
      thread.setDaemon(true);
    }

    private synchronized void offer(String events) {
      next.clear();
      next.add(events);
    }

    private boolean stalled() {
      return writing && System.nanoTime() - since > patience.toNanos();
    }

    @Override
    public void run() {
      try (OutputStream out = exchange.getResponseBody()) {
        write(out, "retry: 2000\n\n" + first.get());
        while (true) {
          write(out, next.take());
        }
      } catch (IOException | InterruptedException e) {
        // It went away, was dropped, or the worker ends: there is nobody to tell.
      } finally {
        listeners.remove(this);
        places.incrementAndGet();
        exchange.close();
      }
    }

    /** An interrupt ends also a write that waits for its reader: it closes the connection. */
    private void write(OutputStream out, String events) throws IOException {
      since = System.nanoTime();
      writing = true;
      out.write(events.getBytes(UTF_8));
      out.flush();
      writing = false;
    }
  }
}
