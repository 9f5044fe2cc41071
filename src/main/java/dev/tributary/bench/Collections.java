package dev.tributary.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a JVM's log of its collections tells.
 *
 * @param allocatedMb what was allocated up to the last collection
 */
record Collections(int count, double allocatedMb) {

  private static final Pattern PAUSE = Pattern.compile("Pause .* (\\d+)M->(\\d+)M\\(\\d+M\\)");

  static Collections read(Path log) throws IOException {
    return Files.exists(log) ? of(Files.readAllLines(log)) : new Collections(0, 0);
  }

  static Collections of(List<String> lines) {
    int count = 0;
    int allocated = 0;
    int left = 0;
    for (String line : lines) {
      Matcher found = PAUSE.matcher(line);
      if (found.find()) {
        count++;
        allocated += Math.max(0, Integer.parseInt(found.group(1)) - left);
        left = Integer.parseInt(found.group(2));
      }
    }
    return new Collections(count, allocated);
  }
}
