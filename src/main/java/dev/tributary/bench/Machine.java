package dev.tributary.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * How busy the machine is.
 *
 * @param load how many threads wanted to run, on the average of the last minute; negative where
 *     nobody knows
 * @param busySeconds of all processors since the start of the machine
 */
record Machine(double load, double busySeconds) {

  /** Linux counts in these, whatever its own clock does. */
  private static final double TICKS_PER_SECOND = 100;

  static Machine now() {
    try {
      double load = Double.parseDouble(Files.readString(Path.of("/proc/loadavg")).split(" ", 2)[0]);
      return new Machine(load, busy(Files.readAllLines(Path.of("/proc/stat"))));
    } catch (IOException e) {
      return new Machine(-1, 0);
    }
  }

  /** The first line has user, nice, system, idle, iowait, irq, softirq, steal. */
  static double busy(List<String> stat) {
    String[] parts = stat.get(0).trim().split("\\s+", -1);
    long ticks = 0;
    for (int i = 1; i <= 8; i++) {
      ticks += i == 4 || i == 5 ? 0 : Long.parseLong(parts[i]);
    }
    return ticks / TICKS_PER_SECOND;
  }
}
