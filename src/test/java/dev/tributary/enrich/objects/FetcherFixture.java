package dev.tributary.enrich.objects;

import dev.tributary.config.ObjectSettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/**
 * A fetcher over a store and a clock in the test's hand; all its work is done in the test's thread.
 */
final class FetcherFixture {
  static final Duration TIME = Duration.ofSeconds(10);
  static final int PLACES = 3;
  static final long LIMIT = 100;
  static final long BYTES = 150;
  static final long CACHE = 4_000;

  final FakeStore store = new FakeStore();
  final ManualTimer timer = new ManualTimer();
  final Server server = new Server(PLACES, BYTES, timer.nanos());
  final Server other = new Server(PLACES, BYTES, timer.nanos());
  final ObjectFetcher fetcher =
      new ObjectFetcher(
          new ObjectSettings(
              Map.of("parks", Buckets.aws(), "articles", Buckets.at("http://r2")),
              LIMIT,
              TIME,
              PLACES,
              BYTES,
              CACHE),
          Map.of("parks", server, "articles", other),
          store,
          timer,
          this::execute,
          new Backoff(new Random(1)));

  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private boolean running;

  /** At once, but one after the other, as on a thread. */
  private void execute(Runnable task) {
    tasks.add(task);
    if (running) {
      return;
    }
    running = true;
    for (Runnable next = tasks.poll(); next != null; next = tasks.poll()) {
      next.run();
    }
    running = false;
  }

  static ObjectReference object(String key) {
    return ObjectReference.of("parks", key);
  }

  CompletableFuture<FetchResult> fetch(String key) {
    return fetcher.fetch(object(key));
  }

  /** The text that was fetched; fails where it was something else. */
  static String text(CompletableFuture<FetchResult> result) {
    FetchResult.Fetched fetched = (FetchResult.Fetched) result.getNow(null);
    return new String(fetched.bytes().array(), StandardCharsets.UTF_8);
  }

  boolean nothingIsHeld() {
    return server.places().free() == PLACES && server.bytes().free() == BYTES;
  }
}
