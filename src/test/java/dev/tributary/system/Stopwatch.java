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
   * @param later documents in a second once half of them were written, when the compiler has done
   *     most of its work
   * @param cpuSeconds by process, for each document, from the start of the watch
   * @param laterCpuSeconds the same once half of them were written
   * @param most the most resident bytes of each
   */
  record Times(
      double seconds,
      double later,
      Map<String, Double> cpuSeconds,
      Map<String, Double> laterCpuSeconds,
      Map<String, Long> most,
      int documents) {
    double perSecond() {
      return documents / seconds;
    }
  }

  private final RawOpenSearch openSearch;
  private final Map<String, ProcessHandle> processes;
  private final Map<String, Double> before;
  private final Map<String, Long> most = new TreeMap<>();

  Stopwatch(RawOpenSearch openSearch, Map<String, ProcessHandle> processes) {
    this.openSearch = openSearch;
    this.processes = processes;
    this.before = cpu();
  }

  private Map<String, Double> cpu() {
    Map<String, Double> spent = new LinkedHashMap<>();
    processes.forEach((name, process) -> spent.put(name, cpu(process)));
    return spent;
  }

  private static Map<String, Double> each(
      Map<String, Double> before, Map<String, Double> after, long documents) {
    Map<String, Double> each = new LinkedHashMap<>();
    after.forEach((name, spent) -> each.put(name, (spent - before.get(name)) / documents));
    return each;
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
    Map<String, Double> cpuAtHalf = before;
    while (written < documents) {
      if (System.nanoTime() - started > PATIENCE.toNanos()) {
        throw new AssertionError("only %d of %d documents came".formatted(written, documents));
      }
      Thread.sleep(PAUSE_MILLIS);
      written = Math.min(written(index), documents);
      if (written == documents) {
        // Some may have been written twice, or without their shape.
        written = searchable(index);
      }
      long now = System.nanoTime();
      if (first == 0 && written > 0) {
        first = now;
      }
      if (half == 0 && written >= documents / 2) {
        half = now;
        atHalf = written;
        cpuAtHalf = cpu();
      }
      processes.forEach((name, process) -> most.merge(name, Memory.resident(process), Math::max));
    }
    long end = System.nanoTime();
    Map<String, Double> spent = cpu();
    return new Times(
        (end - first) / 1e9,
        (documents - atHalf) / ((end - half) / 1e9),
        each(before, spent, documents),
        each(cpuAtHalf, spent, Math.max(1, documents - atHalf)),
        Map.copyOf(most),
        documents);
  }

  private long written(String index) {
    return openSearch
        .ask("GET", "/" + index + "/_stats/indexing")
        .at("/_all/primaries/indexing/index_total")
        .asLong();
  }

  private long searchable(String index) {
    openSearch.ask("POST", "/" + index + "/_refresh");
    return openSearch.ask("GET", "/" + index + "/_count?q=_exists_:outline").path("count").asLong();
  }
}
