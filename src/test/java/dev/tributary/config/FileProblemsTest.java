package dev.tributary.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that cannot be understood as a whole. */
final class FileProblemsTest {
  @TempDir Path folder;
  private ConfigFile config;

  @BeforeEach
  void start() {
    config = new ConfigFile(folder);
  }

  private List<String> problemsOf(Path file) {
    return config.printed(
        catchThrowableOfType(
            InvalidConfigException.class, () -> new SettingsReader().read(file, Map.of())));
  }

  @Test
  void aMissingFile() {
    assertThat(problemsOf(config.path()))
        .containsExactly("config.yml  no such file; check the path");
  }

  @Test
  void aFolder() throws IOException {
    Files.createDirectory(config.path());
    assertThat(problemsOf(config.path()))
        .containsExactly("config.yml  is a folder; name the config file in it");
  }

  @Test
  void aFileThatMayNotBeRead() throws IOException {
    Files.writeString(config.path(), ConfigFile.MINIMAL);
    Files.setPosixFilePermissions(config.path(), PosixFilePermissions.fromString("---------"));
    assumeFalse(Files.isReadable(config.path()), "root reads everything");
    assertThat(problemsOf(config.path()))
        .containsExactly("config.yml  cannot be read; give this user the right to read it");
  }

  @Test
  void aFileThatIsNotText() throws IOException {
    Files.write(config.path(), new byte[] {'a', ':', ' ', (byte) 0xFF});
    assertThat(problemsOf(config.path()))
        .containsExactly("config.yml  is not UTF-8 text; save it as UTF-8");
  }

  @Test
  void anEmptyFile() {
    String empty = "config.yml  is empty; docs/config.md shows an example to start from";
    assertThat(config.problems("")).containsExactly(empty);
    assertThat(config.problems("\n# only a comment\n")).containsExactly(empty);
    assertThat(config.problems("---\n")).containsExactly(empty);
  }

  @Test
  void aFileThatIsNoMap() {
    String expected = "expected a map of keys and values, found ";
    assertThat(config.problems("\n- a\n"))
        .containsExactly("config.yml:2:1  " + expected + "a list");
    assertThat(config.problems("hello"))
        .containsExactly("config.yml:1:1  " + expected + "the text 'hello'");
  }

  @Test
  void severalDocuments() {
    assertThat(config.problems("a: 1\n---\nb: 2\n"))
        .containsExactly(
            "config.yml:3  a second document starts here;"
                + " keep one, and remove the line '---' between them");
  }

  @Test
  void brokenYaml() {
    String mend = "; check the indentation, and put values with special characters in quotes";
    assertThat(config.problems("a: 1\nb: [1, 2\nc: 3\n"))
        .singleElement()
        .satisfies(
            line -> assertThat(line).startsWith("config.yml:3:2  not valid YAML: ").endsWith(mend));
    assertThat(config.problems("a:\n\tb: 1\n"))
        .singleElement()
        .satisfies(line -> assertThat(line).startsWith("config.yml:2:1  not valid YAML: "));
    assertThat(config.problems("a: b: c\n"))
        .containsExactly(
            "config.yml:1:5  not valid YAML: mapping values are not allowed here" + mend);
  }

  @Test
  void aCharacterThatYamlForbids() {
    assertThat(config.problems("a: 1\nbc: \u0000\n"))
        .containsExactly(
            "config.yml:2:5  not valid YAML: the character U+0000 is not allowed; remove it");
  }

  @Test
  void aFileWithoutAnEnd() {
    assertThat(config.problems("a: " + "[".repeat(100_000)))
        .containsExactly("config.yml  is nested too deeply; look for a run of [ or {");
  }

  @Test
  void brokenYamlDoesNotShowWhatMayBeAPassword() {
    assertThat(config.problems("password: *hunter2\n"))
        .containsExactly(
            "config.yml:1:11  not valid YAML: an alias (*) without its anchor (&);"
                + " put a value that starts with * in quotes");
    for (String broken :
        List.of(
            "\"hunter2",
            "{hunter2",
            "@hunter2",
            "hunter2: x",
            "\"\\q hunter2\"",
            "%hunter2",
            "|hunter2",
            "!<hunter2",
            "!a!hunter2 x",
            "&hunter2 *hunter2",
            "'a'hunter2")) {
      assertThatThrownBy(() -> config.read("a: 1\npassword: " + broken + "\n"))
          .isInstanceOf(InvalidConfigException.class)
          .hasMessageNotContaining("hunter2");
    }
  }

  @Test
  void aProblemNamesTheFileAsItWasGiven() {
    Path relative = Path.of("no", "such.yml");
    assertThat(
            catchThrowableOfType(
                    InvalidConfigException.class,
                    () -> new SettingsReader().read(relative, Map.of()))
                .problems())
        .containsExactly(new Problem(relative, 0, 0, "", "no such file; check the path"));
  }
}
