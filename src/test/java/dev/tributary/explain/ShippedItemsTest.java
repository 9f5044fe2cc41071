package dev.tributary.explain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.config.SettingsReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The items of the systems that configs are shipped for are explained, each of them. */
final class ShippedItemsTest {
  private static final Path SYSTEMS = Path.of("src", "test", "resources", "systems");

  static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(SYSTEMS)) {
      return files.filter(file -> file.toString().endsWith(".jsonl")).toList();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void everyItemIsExplained(Path file) throws Exception {
    String system = file.getParent().getFileName().toString();
    String table = file.getFileName().toString().replace(".jsonl", "");
    Explainer explainer =
        new Explainer(new SettingsReader().read(Path.of("config", system + ".yml"), Map.of()));
    Question question =
        new Question(
            "-", Optional.of(table), Optional.empty(), false, Optional.empty(), Optional.empty());
    StringWriter printed = new StringWriter();
    for (String item : Files.readAllLines(file)) {
      Answer answer = explainer.explain(question, new ByteArrayInputStream(item.getBytes(UTF_8)));
      assertThat(answer.asked().readAs()).isEqualTo("plain JSON");
      TextAnswer.print(answer, new PrintWriter(printed), Paint.OFF);
      JsonAnswer.print(answer, new PrintWriter(printed));
    }
    assertThat(printed.toString()).contains("  action    index ");
  }
}
