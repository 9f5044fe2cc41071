package dev.tributary.chaos;

import java.io.PrintWriter;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What happened, printed as it happens and counted. Thread-safe. */
final class Diary {

  private final PrintWriter out;
  private final long began = System.nanoTime();
  private final Map<FaultKind, Integer> faults = new EnumMap<>(FaultKind.class);

  Diary(PrintWriter out) {
    this.out = out;
  }

  synchronized void fault(Fault fault) {
    faults.merge(fault.kind(), 1, Integer::sum);
    say("%-16s %s".formatted(fault.kind().title(), fault.what()));
  }

  /** One line, with the time since the beginning. */
  synchronized void say(String line) {
    plain("%6.1f s  %s".formatted(seconds(), line));
  }

  synchronized void plain(String line) {
    out.println(line);
    out.flush();
  }

  /** How many of each kind there were. */
  synchronized String faults() {
    int all = faults.values().stream().mapToInt(Integer::intValue).sum();
    return "%d (%s)"
        .formatted(
            all,
            faults.entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey().title())
                .collect(Collectors.joining(", ")));
  }

  double seconds() {
    return (System.nanoTime() - began) / 1e9;
  }

  static String seconds(java.time.Duration time) {
    return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
  }
}
