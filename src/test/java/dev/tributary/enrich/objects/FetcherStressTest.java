package dev.tributary.enrich.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tributary.config.ObjectSettings;
import dev.tributary.enrich.objects.FetchResult.Fetched;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many threads ask for few objects that change all the while, of a server that often fails. */
final class FetcherStressTest {
  private static final int KEYS = 40;
  private static final int PLACES = 5;
  private static final long BYTES = 1_000;

  private final ScheduledExecutorService server = Executors.newScheduledThreadPool(4);
  private final AtomicIntegerArray versions = new AtomicIntegerArray(KEYS);
  private final AtomicInteger underWay = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();

  @AfterEach
  void stop() {
    server.shutdownNow();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void everyoneGetsWhatWasThereWhenTheyAskedOrLater(long seed) throws Exception {
    Timer timer = Timer.real();
    Server places = new Server(PLACES, BYTES, timer.nanos());
    ObjectSettings settings =
        new ObjectSettings(
            Map.of("b", Buckets.aws()), 400, Duration.ofSeconds(60), PLACES, BYTES, 8_000);
    List<CompletableFuture<String>> faults = new ArrayList<>();
    try (ObjectFetcher fetcher =
        new ObjectFetcher(
            settings,
            Map.of("b", places),
            new BusyStore(new Random(seed)),
            timer,
            Workers.started(),
            new Backoff(new Random(seed)))) {
      List<Thread> askers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        Random random = new Random(seed * 100 + i);
        askers.add(new Thread(() -> ask(fetcher, random, faults)));
      }
      askers.forEach(Thread::start);
      for (Thread asker : askers) {
        asker.join();
      }
      CompletableFuture.allOf(faults.toArray(CompletableFuture<?>[]::new))
          .get(120, TimeUnit.SECONDS);
    }
    assertThat(faults).as("seed %d", seed).hasSize(4000);
    assertThat(faults.stream().map(CompletableFuture::join)).as("seed %d", seed).containsOnly("");
    assertThat(most).as("seed %d", seed).hasValueBetween(2, PLACES);
    await()
        .untilAsserted(
            () -> {
              assertThat(places.places().free()).isEqualTo(PLACES);
              assertThat(places.bytes().free()).isEqualTo(BYTES);
            });
  }

  private void ask(ObjectFetcher fetcher, Random random, List<CompletableFuture<String>> faults) {
    for (int i = 0; i < 1000; i++) {
      int key = random.nextInt(KEYS);
      int asked = random.nextInt(5) == 0 ? versions.incrementAndGet(key) : versions.get(key);
      CompletableFuture<String> fault =
          fetcher.fetch(
              ObjectReference.of("b", "" + key),
              result -> CompletableFuture.completedFuture(fault(result, asked)));
      synchronized (faults) {
        faults.add(fault);
      }
    }
  }

  private static String fault(FetchResult result, int asked) {
    if (!(result instanceof Fetched fetched)) {
      return result.toString();
    }
    int version = ByteBuffer.wrap(fetched.bytes().array()).getInt();
    return version < asked ? "asked at version %d, got %d".formatted(asked, version) : "";
  }

  /** Takes the object as it is when the request comes in, and answers a little later. */
  private final class BusyStore implements ObjectStore {
    private final Random random;

    BusyStore(Random random) {
      this.random = random;
    }

    @Override
    public CompletableFuture<Reply> get(
        ObjectReference reference, Optional<String> unless, Intake intake) {
      most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
      int version = versions.get(Integer.parseInt(reference.key()));
      int size = 4 + chance(390);
      int fate = chance(100);
      CompletableFuture<Reply> reply = new CompletableFuture<>();
      var unused =
          server.schedule(
              () -> {
                Reply answer = answer(version, size, fate, unless, intake);
                underWay.decrementAndGet();
                reply.complete(answer);
              },
              chance(2000),
              TimeUnit.MICROSECONDS);
      return reply;
    }

    private Reply answer(int version, int size, int fate, Optional<String> unless, Intake intake) {
      if (fate == 0) {
        return new Reply.Broken("reset");
      }
      if (unless.isPresent() && unless.get().equals("" + version)) {
        return new Reply.NotModified();
      }
      if (!intake.admit(size)) {
        return new Reply.Unadmitted();
      }
      byte[] bytes = ByteBuffer.allocate(size).putInt(version).array();
      return new Reply.Found(ObjectBytes.of(bytes), Optional.of("" + version), Optional.empty());
    }

    private synchronized int chance(int bound) {
      return random.nextInt(bound);
    }

    @Override
    public CompletableFuture<Reply> head(ObjectReference reference) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
  }
}
