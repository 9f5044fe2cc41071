package dev.tributary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.ops.Anchors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whoever follows a link at three in the morning arrives. */
final class DocumentationLinksTest {

  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");

  static List<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.walk(Path.of("docs"))) {
      return Stream.concat(
              Stream.of("README.md", "CHANGELOG.md").map(Path::of),
              docs.filter(page -> page.toString().endsWith(".md")))
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyLinkWithinTheProjectLeadsSomewhere(Path page) throws IOException {
    List<String> links =
        LINK.matcher(Files.readString(page))
            .results()
            .map((MatchResult link) -> link.group(1))
            .filter(link -> !link.startsWith("http"))
            .toList();
    for (String link : links) {
      String[] parts = link.split("#", 2);
      Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
      assertThat(target).as(link).exists();
      if (parts.length > 1 && target.toString().endsWith(".md")) {
        assertThat(Anchors.of(target)).as(link).contains(parts[1]);
      }
    }
  }
}
