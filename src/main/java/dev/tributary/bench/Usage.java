package dev.tributary.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a process took since its start.
 *
 * @param cpuSeconds of all its threads, the compiler's and the collector's too
 * @param peakRssMb the most that it ever had of the machine's memory; 0 where nobody knows
 */
record Usage(double cpuSeconds, double peakRssMb) {

  private static final Pattern PEAK = Pattern.compile("VmHWM:\\s+(\\d+) kB");

  static Usage of(ProcessHandle process) {
    Duration cpu = process.info().totalCpuDuration().orElse(Duration.ZERO);
    return new Usage(cpu.toNanos() / 1e9, peak(process));
  }

  private static double peak(ProcessHandle process) {
    try {
      String status = Files.readString(Path.of("/proc", "" + process.pid(), "status"));
      Matcher found = PEAK.matcher(status);
      return found.find() ? Long.parseLong(found.group(1)) / 1024.0 : 0;
    } catch (IOException e) {
      return 0;
    }
  }
}
