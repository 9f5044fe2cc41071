package dev.tributary.system;

import dev.tributary.local.RawOpenSearch;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Takes the time in which an index gets its documents, and what processes spend on it. */
final class Stopwatch {

  private static final long PAUSE_MILLIS = 50;
  private static final Duration PATIENCE = Duration.ofMinutes(20);

  /**
   * @param seconds from the first written document until all are searchable
   * @param later documents in a second once half of them were written
   * @param cpuSeconds by process, from the start of the watch
   * @param most the most resident bytes of each
   */
  record Times(
      double seconds,
      double later,
      Map<String, Double> cpuSeconds,
      Map<String, Long> most,
      int documents) {
    double perSecond() {
      return documents / seconds;
    }
  }

  private final RawOpenSearch openSearch;
  private final Map<String, ProcessHandle> processes;
  private final Map<String, Double> before = new LinkedHashMap<>();
  private final Map<String, Long> most = new TreeMap<>();

  Stopwatch(RawOpenSearch openSearch, Map<String, ProcessHandle> processes) {
    this.openSearch = openSearch;
    this.processes = processes;
    processes.forEach((name, process) -> before.put(name, cpu(process)));
  }

  private static double cpu(ProcessHandle process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1e3;
  }

  /** Looks until there are so many documents; whoever writes them is at it meanwhile. */
  Times until(String index, int documents) throws InterruptedException {
    long started = System.nanoTime();
    long first = 0;
    long half = 0;
    long written = 0;
    long atHalf = 0;
    while (written < documents) {
      if (System.nanoTime() - started > PATIENCE.toNanos()) {
        throw new AssertionError("only %d of %d documents came".formatted(written, documents));
      }
      Thread.sleep(PAUSE_MILLIS);
      written =
          openSearch
              .ask("GET", "/" + index + "/_stats/indexing")
              .at("/_all/primaries/indexing/index_total")
              .asLong();
      long now = System.nanoTime();
      if (first == 0 && written > 0) {
        first = now;
      }
      if (half == 0 && written >= documents / 2) {
        half = now;
        atHalf = written;
      }
      processes.forEach((name, process) -> most.merge(name, Memory.resident(process), Math::max));
    }
    openSearch.ask("POST", "/" + index + "/_refresh");
    long end = System.nanoTime();
    int found = openSearch.ask("GET", "/" + index + "/_count").path("count").asInt();
    if (found != documents) {
      throw new AssertionError("%d of %d can be found".formatted(found, documents));
    }
    Map<String, Double> spent = new LinkedHashMap<>();
    processes.forEach((name, process) -> spent.put(name, cpu(process) - before.get(name)));
    return new Times(
        (end - first) / 1e9,
        (documents - atHalf) / ((end - half) / 1e9),
        spent,
        Map.copyOf(most),
        documents);
  }
}
