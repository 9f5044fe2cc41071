package dev.tributary.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a process holds, as Linux and its own log of collections say. */
final class Memory {

  private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");
  private static final Pattern COLLECTED =
      Pattern.compile("\\[([0-9.]+)s].* Pause .* \\d+M->(\\d+)M\\(\\d+M\\)");

  private Memory() {}

  /** Bytes; 0 where nobody knows. */
  static long resident(ProcessHandle process) {
    try {
      String status = Files.readString(Path.of("/proc", "" + process.pid(), "status"));
      Matcher found = RESIDENT.matcher(status);
      return found.find() ? Long.parseLong(found.group(1)) << 10 : 0;
    } catch (IOException e) {
      return 0;
    }
  }

  /** How many threads it has; 0 where nobody knows. */
  static int threads(ProcessHandle process) {
    try (Stream<Path> threads = Files.list(Path.of("/proc", "" + process.pid(), "task"))) {
      return (int) threads.count();
    } catch (IOException e) {
      return 0;
    }
  }

  /**
   * Has a Java process collect all of its heap, as an operator may, and says what was left.
   *
   * @param log of its collections
   * @return megabytes
   */
  static int live(ProcessHandle process, Path log) throws IOException, InterruptedException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    new ProcessBuilder(jcmd.toString(), "" + process.pid(), "GC.run")
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
    int left = 0;
    for (String line : Files.readAllLines(log)) {
      Matcher found = COLLECTED.matcher(line);
      if (line.contains("Pause Full") && found.find()) {
        left = Integer.parseInt(found.group(2));
      }
    }
    return left;
  }

  /** Megabytes of heap after collections, the most in each of so many parts of the time. */
  static List<Integer> afterCollections(Path log, int parts) {
    List<double[]> collections = new ArrayList<>();
    try {
      for (String line : Files.readAllLines(log)) {
        Matcher found = COLLECTED.matcher(line);
        if (found.find()) {
          collections.add(
              new double[] {
                Double.parseDouble(found.group(1)), Double.parseDouble(found.group(2))
              });
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<Integer> most = new ArrayList<>();
    double end = collections.isEmpty() ? 0 : collections.get(collections.size() - 1)[0];
    for (int part = 0; part < parts; part++) {
      double from = end * part / parts;
      double to = end * (part + 1) / parts;
      most.add(
          (int)
              collections.stream()
                  .filter(collection -> collection[0] > from && collection[0] <= to)
                  .mapToDouble(collection -> collection[1])
                  .max()
                  .orElse(0));
    }
    return most;
  }
}
