package dev.tributary.chaos;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * Stands between the workers and OpenSearch and plays tricks on requests, as its mood is. Each
 * request has a thread of its own; what they share is thread-safe.
 *
 * <p>What it holds back it never sends across a restart of OpenSearch: {@link #drop} ends all of
 * it. A write that comes that late meets forgotten tombstones, which no rule of Tributary's can
 * help.
 */
final class Proxy implements AutoCloseable {

  private static final int LONGEST_HOLD_MILLIS = 3000;
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(30);

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool(Proxy::thread);
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI target;
  private final Random random;
  private final Map<Trick, AtomicInteger> played = new ConcurrentHashMap<>();
  private final AtomicInteger tooMany = new AtomicInteger();
  private final AtomicInteger underWay = new AtomicInteger();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile Mood mood = Mood.CALM;
  private final AtomicInteger age = new AtomicInteger();

  Proxy(URI target, Random random) throws IOException {
    this.target = target;
    this.random = random;
    this.server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "proxy");
    thread.setDaemon(true);
    return thread;
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  void mood(Mood newMood) {
    mood = newMood;
  }

  /** Forgets what it holds back, requests and duplicates. */
  void drop() {
    age.incrementAndGet();
  }

  /** Whether it holds nothing back, and no request is under way. */
  boolean isQuiet() {
    return underWay.get() == 0;
  }

  /** What it did so far, for people. */
  String played() {
    return played.entrySet().stream()
        .filter(entry -> entry.getKey() != Trick.NONE)
        .sorted(Map.Entry.comparingByKey())
        .map(entry -> entry.getValue() + " " + entry.getKey().title())
        .collect(Collectors.joining(", "));
  }

  int requests() {
    return played.values().stream().mapToInt(AtomicInteger::get).sum();
  }

  /** How many answers said, of all or some of a request, that OpenSearch has too much to do. */
  int tooMany() {
    return tooMany.get();
  }

  private void handle(HttpExchange exchange) throws IOException {
    underWay.incrementAndGet();
    try (exchange) {
      Passed request =
          Passed.of(exchange, target, exchange.getRequestBody().readAllBytes(), ANSWER_WITHIN);
      play(draw(), request, exchange);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      underWay.decrementAndGet();
    }
  }

  private Trick draw() {
    Trick trick;
    synchronized (random) {
      trick = Trick.drawn(mood, random);
    }
    played.computeIfAbsent(trick, unused -> new AtomicInteger()).incrementAndGet();
    return trick;
  }

  /** An exchange that ends without an answer is a connection that was cut. */
  private void play(Trick trick, Passed request, HttpExchange exchange)
      throws IOException, InterruptedException {
    if (trick == Trick.CUT_BEFORE || (trick == Trick.DELAY_REQUEST && !hold(age.get()))) {
      return;
    }
    HttpResponse<byte[]> answer = http.send(request.request(), Passed.AS_BYTES);
    count(answer);
    if (trick == Trick.DUPLICATE && request.isWrite()) {
      sendAgain(request);
    }
    if (trick == Trick.CUT_BEHIND || (trick == Trick.DELAY_ANSWER && !hold(age.get()))) {
      return;
    }
    Passed.answer(exchange, answer, trick == Trick.CUT_WITHIN_ANSWER);
  }

  private void sendAgain(Passed request) {
    underWay.incrementAndGet();
    // Before the answer: what is dropped after that, is.
    int before = age.get();
    threads.execute(
        () -> {
          try {
            if (hold(before)) {
              http.send(request.request(), HttpResponse.BodyHandlers.discarding());
            }
          } catch (IOException e) {
            // OpenSearch is away, and with it the duplicate.
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          } finally {
            underWay.decrementAndGet();
          }
        });
  }

  /**
   * Waits a while, and says whether what waits may still be sent.
   *
   * @param before the age at which it began to wait
   */
  private boolean hold(int before) throws InterruptedException {
    int millis;
    synchronized (random) {
      millis = 20 + random.nextInt(LONGEST_HOLD_MILLIS);
    }
    return !closed.await(millis, TimeUnit.MILLISECONDS) && before == age.get();
  }

  private void count(HttpResponse<byte[]> answer) {
    if (answer.statusCode() == 429
        || new String(answer.body(), ISO_8859_1).contains("\"status\":429")) {
      tooMany.incrementAndGet();
    }
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
