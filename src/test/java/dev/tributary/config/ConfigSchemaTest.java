package dev.tributary.config;

import static dev.tributary.config.ConfigFile.FULL;
import static dev.tributary.config.ConfigFile.MINIMAL;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The schema says of a file what the reader says, as far as a schema can. */
final class ConfigSchemaTest {
  private final ConfigSchema schema = new ConfigSchema();

  @TempDir Path folder;

  @Test
  void theSchemaFollowsItsOwn() {
    assertThat(schema.ownProblems()).isEmpty();
  }

  @Test
  void anEditorShowsTheMeaningOfEachKey() {
    assertThat(schema.leaves())
        .allSatisfy(
            (key, part) -> assertThat(part.path("description").asText()).as(key).endsWith("."));
  }

  static List<Path> configs() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("config"))) {
      return files.filter(file -> file.toString().endsWith(".yml")).toList();
    }
  }

  @ParameterizedTest
  @MethodSource("configs")
  void everyConfigOfOursIsValid(Path file) throws IOException {
    assertThat(schema.problems(Files.readString(file))).isEmpty();
  }

  @Test
  void filesWithFewAndWithAllKeysAreValid() {
    assertThat(schema.problems(MINIMAL)).isEmpty();
    assertThat(schema.problems(FULL)).isEmpty();
  }
}
