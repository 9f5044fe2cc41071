package dev.tributary.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tributary.local.LocalServer;
import dev.tributary.local.LocalStack;
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
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/**
 * OpenSearch is killed and stays away for minutes under a steady load: what it does to the worker's
 * memory, how far the index falls behind, and how long it takes to catch up. Longer than a quarter
 * of an hour is longer than DynamoDB lets a reader keep its place in a shard. No build runs it, and
 * it asserts no times:
 *
 * <pre>
 *   mvn -B verify -Dit.test=OpenSearchOutageBench -Dtest=WindowTest -Dminutes=10 -Drate=150
 * </pre>
 *
 * <p>The heap is what a full collection leaves, which is asked for with each sample.
 */
class OpenSearchOutageBench {

  private static final int BEFORE = Integer.getInteger("before", 60);
  private static final int MINUTES = Integer.getInteger("minutes", 10);
  private static final int AFTER = Integer.getInteger("after", 60);
  private static final int RATE = Integer.getInteger("rate", 150);
  private static final int BYTES = Integer.getInteger("bytes", 1000);
  private static final int EVERY = Integer.getInteger("every", 15);
  private static final String HEAP = System.getProperty("heap", "256m");
  private static final double CAUGHT_UP = 2;
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  /**
   * @param at seconds since the start
   */
  private record Sample(String phase, double at, int heap, long rss, int threads, double lag) {}

  private final LocalStack stack = Servers.shared();
  private final long started = System.nanoTime();
  private final List<Sample> samples = new ArrayList<>();
  private volatile boolean over;

  @Test
  void measure() throws Exception {
    try (Sandbox sandbox = Sandbox.on(stack)) {
      Path gc = sandbox.folder().resolve("gc.log");
      WorkerProcess worker =
          sandbox.startWorker(
              Map.of("FAILOVER", "10s"),
              // The rest as the launcher starts it.
              List.of(
                  "-Xmx" + HEAP,
                  "-Xlog:gc:file=" + gc,
                  "-Xshare:auto",
                  "-XX:+ExitOnOutOfMemoryError"));
      worker.awaitReading();
      Markers markers = new Markers(sandbox, new RawOpenSearch(stack.openSearch()));
      System.out.printf(
          "%d changes/s of %d bytes, heap %s%n%8s %6s %6s %6s %8s %9s %8s%n",
          RATE, BYTES, HEAP, "phase", "s", "heap", "RSS", "threads", "lag s", "changes");
      Thread marking = started(1000, markers::put);
      Thread looking = started(100, markers::look);
      try (SteadyLoad load = new SteadyLoad(sandbox, RATE, BYTES)) {
        new Phases(worker.handle(), gc, markers, load).run();
      } finally {
        over = true;
        marking.join();
        looking.join();
      }
      await().atMost(PATIENCE).until(() -> sandbox.compare().equal());
      assertThat(sandbox.entries("letter")).isEmpty();
      System.out.printf("Equal: %d documents; no dead letters%n", sandbox.compare().found());
      worker.terminate().awaitExit();
      worker
          .log()
          .lines()
          .filter(line -> line.contains("Writes since"))
          .forEach(line -> System.out.println(line));
      System.out.printf("The worker's log has %d lines%n", worker.log().lines().count());
    }
  }

  private final class Phases {
    private final ProcessHandle worker;
    private final Path gc;
    private final Markers markers;
    private final SteadyLoad load;
    private double mostLag;

    Phases(ProcessHandle worker, Path gc, Markers markers, SteadyLoad load) {
      this.worker = worker;
      this.gc = gc;
      this.markers = markers;
      this.load = load;
    }

    void run() throws IOException, InterruptedException {
      watch("before", () -> false, Duration.ofSeconds(BEFORE));
      long before = load.changes();
      stack.kill(LocalServer.OPENSEARCH);
      double killed = now();
      watch("outage", () -> false, Duration.ofMinutes(MINUTES));
      double begun = now();
      stack.restart(LocalServer.OPENSEARCH);
      double back = now();
      double lag = markers.lag();
      long missed = load.changes() - before;
      watch("catch-up", () -> markers.lag() < CAUGHT_UP, PATIENCE);
      double caughtUp = now();
      long since = load.changes() - before - missed;
      watch("after", () -> false, Duration.ofSeconds(AFTER));
      List.of("before", "outage", "catch-up", "after").forEach(OpenSearchOutageBench.this::summary);
      System.out.printf(
          "Slope of the heap from minute 2 of the outage to its end: %.2f MB/min, in the second half"
              + " of it %.2f MB/min%n",
          slope(killed + 120, begun), slope((killed + begun) / 2, begun));
      System.out.printf(
          "Away for %.1f s and %.1f s to start; lag %.1f s when it was back; %.1f s from there to a"
              + " lag below %.0f s, with %d changes missed and %d that came meanwhile: %.0f/s;"
              + " load %s%n",
          begun - killed,
          back - begun,
          lag,
          caughtUp - back,
          CAUGHT_UP,
          missed,
          since,
          (missed + since) / (caughtUp - back),
          Files.readString(Path.of("/proc/loadavg")).strip());
    }

    private void watch(String phase, BooleanSupplier until, Duration most)
        throws IOException, InterruptedException {
      double end = now() + most.toSeconds();
      double next = now();
      mostLag = 0;
      while (now() < end && !until.getAsBoolean()) {
        mostLag = Math.max(mostLag, markers.lag());
        if (now() >= next) {
          sample(phase);
          next += EVERY;
        }
        TimeUnit.MILLISECONDS.sleep(50);
      }
      sample(phase);
    }

    private void sample(String phase) throws IOException, InterruptedException {
      Sample sample =
          new Sample(
              phase,
              now(),
              Memory.live(worker, gc),
              Memory.resident(worker) >> 20,
              Memory.threads(worker),
              mostLag);
      mostLag = 0;
      samples.add(sample);
      System.out.printf(
          "%8s %6.0f %6d %6d %8d %9.1f %8d%n",
          phase, sample.at, sample.heap, sample.rss, sample.threads, sample.lag, load.changes());
    }
  }

  private void summary(String phase) {
    List<Sample> these = samples.stream().filter(sample -> sample.phase.equals(phase)).toList();
    var heap = these.stream().mapToInt(Sample::heap).summaryStatistics();
    System.out.printf(
        "%8s: heap %d to %d MB, RSS at most %d MB, threads at most %d, lag at most %.1f s%n",
        phase,
        heap.getMin(),
        heap.getMax(),
        these.stream().mapToLong(Sample::rss).max().orElse(0),
        these.stream().mapToInt(Sample::threads).max().orElse(0),
        these.stream().mapToDouble(Sample::lag).max().orElse(0));
  }

  /** Megabytes in a minute, by least squares. */
  private double slope(double from, double to) {
    List<Sample> these =
        samples.stream().filter(sample -> sample.at >= from && sample.at <= to).toList();
    double at = these.stream().mapToDouble(Sample::at).average().orElse(0);
    double heap = these.stream().mapToInt(Sample::heap).average().orElse(0);
    double above = 0;
    double below = 0;
    for (Sample sample : these) {
      above += (sample.at - at) * (sample.heap - heap);
      below += (sample.at - at) * (sample.at - at);
    }
    return above / below * 60;
  }

  private double now() {
    return (System.nanoTime() - started) / 1e9;
  }

  private Thread started(long pauseMillis, Runnable task) {
    Thread thread =
        new Thread(
            () -> {
              while (!over) {
                task.run();
                try {
                  TimeUnit.MILLISECONDS.sleep(pauseMillis);
                } catch (InterruptedException e) {
                  return;
                }
              }
            },
            "markers");
    thread.start();
    return thread;
  }
}
