package dev.tributary.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/operations.md explains each WARN and each ERROR, and no line that there is not. */
final class LogDocumentationTest {

  private static final String LITERAL = "\"((?:[^\"\\\\]|\\\\.)*)\"";
  private static final Pattern CALL =
      Pattern.compile("LOG\\.(warn|error)\\(\\s*(" + LITERAL + "(?:\\s*\\+\\s*" + LITERAL + ")*)?");
  private static final Pattern ROW = Pattern.compile("^\\| ([^|]*) \\|", Pattern.MULTILINE);
  private static final Pattern SPAN = Pattern.compile("`([^`]+)`");

  private record Line(String level, String template) {}

  private static List<Line> lines() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src", "main", "java"))) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .flatMap(file -> CALL.matcher(read(file)).results())
          .map(call -> new Line(call.group(1), template(call)))
          .toList();
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String template(MatchResult call) {
    assertThat(call.group(2)).as("a text that can be found: %s", call.group()).isNotNull();
    return Pattern.compile(LITERAL)
        .matcher(call.group(2))
        .results()
        .map(literal -> literal.group(1))
        .collect(Collectors.joining())
        .replace("{}", "…");
  }

  /** The first cells of the tables below a heading. */
  private static List<String> explained(String from, String to) throws IOException {
    String text = Files.readString(Path.of("docs", "operations.md"));
    List<String> spans = new ArrayList<>();
    ROW.matcher(text.substring(text.indexOf(from), text.indexOf(to)))
        .results()
        .flatMap(row -> SPAN.matcher(row.group(1)).results())
        .forEach(span -> spans.add(span.group(1)));
    return spans;
  }

  /** What stands between the dots must be in the line, in that order, from its beginning. */
  private static boolean explains(String span, String template) {
    if (span.startsWith("…") != template.startsWith("…")) {
      return false;
    }
    int at = 0;
    boolean first = true;
    for (String piece : span.split("…", -1)) {
      int found = template.indexOf(piece, at);
      if (found < 0 || (first && found > 0)) {
        return false;
      }
      at = found + piece.length();
      first = false;
    }
    return true;
  }

  private static void check(String level, List<String> spans) throws IOException {
    List<String> templates =
        lines().stream()
            .filter(line -> line.level().equals(level))
            .map(Line::template)
            .distinct()
            .toList();
    assertThat(templates).hasSizeGreaterThan(15);
    assertThat(templates)
        .as("lines that are not explained")
        .allSatisfy(
            template -> assertThat(spans).as(template).anyMatch(span -> explains(span, template)));
    assertThat(spans)
        .as("explanations of no line")
        .allSatisfy(
            span -> assertThat(templates).as(span).anyMatch(template -> explains(span, template)));
  }

  @Test
  void everyWarningIsExplained() throws IOException {
    check("warn", explained("\n### WARN\n", "\n### When OpenSearch"));
  }

  @Test
  void everyErrorIsExplained() throws IOException {
    check("error", explained("\n### ERROR\n", "\n## Dead letters\n"));
  }
}
