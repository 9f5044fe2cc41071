package dev.tributary.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tributary.enrich.objects.S3Fixture;
import dev.tributary.enrich.objects.TcpProxy;
import dev.tributary.local.RawOpenSearch;
import dev.tributary.local.Servers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * S3 is gone for a minute under a steady load of items with and without objects: what it does to
 * each, how many documents wait, and that all is equal at the end. No build runs it, and it asserts
 * no times:
 *
 * <pre>
 *   mvn -B verify -Dit.test=OutageBench -Dtest=WindowTest
 * </pre>
 */
class OutageBench {

  private static final int BEFORE = Integer.getInteger("before", 45);
  private static final int OUTAGE = Integer.getInteger("outage", 60);
  private static final int AFTER = Integer.getInteger("after", 45);

  /** Of each kind in a second. */
  private static final int RATE = Integer.getInteger("rate", 10);

  private static final int OBJECTS = 100;
  private static final int VERTICES = 200;
  private static final String BUCKET = "tributary-outage-bench";
  private static final String MAPPING =
      "{\"mappings\": {\"properties\": {\"outline\": {\"type\": \"geo_shape\"}}}}";
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final AtomicInteger mostPending = new AtomicInteger();
  private volatile long lastPending;
  private volatile boolean over;

  @Test
  void measure() throws Exception {
    try (S3Fixture s3 = new S3Fixture(BUCKET);
        TcpProxy proxy = new TcpProxy(s3.endpoint());
        Sandbox sandbox =
            Sandbox.withObjects(
                "url: {geometry: outline}",
                "buckets: {%s: {endpoint: \"${S3_ENDPOINT}\"}}".formatted(BUCKET),
                MAPPING)) {
      for (int i = 0; i < OBJECTS; i++) {
        s3.put("polygon-" + i, Wavy.polygon(VERTICES, i));
      }
      sandbox
          .startWorker(Map.of("S3_ENDPOINT", proxy.uri().toString(), "FAILOVER", "10s"))
          .awaitReading();
      Sightings sightings =
          new Sightings(new RawOpenSearch(Servers.shared().openSearch()), sandbox.table());
      put(sandbox, sightings, "warm", 0);
      await().atMost(PATIENCE).until(() -> sightings.look() == 0);
      List<Thread> watchers = List.of(watching(sightings), watchingPending(sandbox));
      load(sandbox, sightings, "before", BEFORE);
      proxy.breakDown(true);
      load(sandbox, sightings, "outage", OUTAGE);
      proxy.breakDown(false);
      long back = System.nanoTime();
      load(sandbox, sightings, "after", AFTER);
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(200))
          .until(() -> sightings.unfinished() == 0 && pending(sandbox) == 0);
      System.out.printf(
          "At most %d documents waited, the last of them until %.1f s after S3 was back%n",
          mostPending.get(), (lastPending - back) / 1e9);
      over = true;
      for (Thread watcher : watchers) {
        watcher.join();
      }
      sightings.tell();
      sandbox.awaitEqual();
      assertThat(rows(sandbox, "letter#")).isZero();
      System.out.println("Equal, no dead letters");
    }
  }

  private static void load(Sandbox sandbox, Sightings sightings, String phase, int seconds)
      throws IOException {
    long start = System.nanoTime();
    for (int i = 0; i < seconds * RATE; i++) {
      sleepUntil(start + TimeUnit.SECONDS.toNanos(1) * i / RATE);
      put(sandbox, sightings, phase, i);
    }
    System.out.printf(
        "%s: %d items of each kind in %.1f s; load %s%n",
        phase,
        seconds * RATE,
        (System.nanoTime() - start) / 1e9,
        Files.readString(Path.of("/proc/loadavg")).strip());
  }

  private static void put(Sandbox sandbox, Sightings sightings, String phase, int number) {
    String name = phase + "-" + number;
    sightings.put(phase, "plain", "PLAIN#" + name);
    sandbox.put("PLAIN", name, Map.of("n", AttributeValue.fromN("" + number)));
    sightings.put(phase, "shape", "SHAPE#" + name);
    String object = "s3://" + BUCKET + "/polygon-" + number % OBJECTS;
    sandbox.put("SHAPE", name, Map.of("url", AttributeValue.fromS(object)));
  }

  private static void sleepUntil(long time) {
    try {
      TimeUnit.NANOSECONDS.sleep(time - System.nanoTime());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private Thread watching(Sightings sightings) {
    return started(
        () -> {
          var unused = sightings.look();
        },
        Duration.ofMillis(200));
  }

  private Thread watchingPending(Sandbox sandbox) {
    List<Integer> counts = new ArrayList<>();
    return started(
        () -> {
          int pending = pending(sandbox);
          mostPending.accumulateAndGet(pending, Math::max);
          lastPending = pending > 0 ? System.nanoTime() : lastPending;
          counts.add(pending);
          if (counts.size() % 10 == 0) {
            System.out.println("  pending: " + counts);
            counts.clear();
          }
        },
        Duration.ofSeconds(1));
  }

  private Thread started(Runnable look, Duration pause) {
    Thread thread =
        new Thread(
            () -> {
              while (!over) {
                look.run();
                sleepUntil(System.nanoTime() + pause.toNanos());
              }
            },
            "watch");
    thread.start();
    return thread;
  }

  private static int pending(Sandbox sandbox) {
    return rows(sandbox, "pending#");
  }

  private static int rows(Sandbox sandbox, String kind) {
    return (int)
        sandbox.rows("state").stream().filter(row -> row.get("pk").s().startsWith(kind)).count();
  }
}
