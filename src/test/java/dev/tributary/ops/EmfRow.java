package dev.tributary.ops;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A metric that docs/metrics.md promises to CloudWatch; a test compares these with what is printed.
 *
 * @param dimensions joined by commas
 * @param take the statistic that means something
 */
public record EmfRow(String dimensions, String metric, String unit, String take) {
  private static final Pattern NAME = Pattern.compile("`(\\w+)`");

  public static List<EmfRow> all() {
    try (Stream<String> lines = Files.lines(Path.of("docs", "metrics.md"))) {
      return lines.filter(line -> line.startsWith("| `application`")).flatMap(EmfRow::of).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<EmfRow> of(String line) {
    String[] cells = line.split(" *\\| *", -1);
    String dimensions = String.join(",", names(cells[1]));
    String take = cells[4].replaceFirst(":.*", "");
    return names(cells[2]).stream().map(name -> new EmfRow(dimensions, name, cells[3], take));
  }

  private static List<String> names(String cell) {
    return NAME.matcher(cell).results().map((MatchResult found) -> found.group(1)).toList();
  }
}
