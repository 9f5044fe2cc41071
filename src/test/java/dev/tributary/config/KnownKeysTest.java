package dev.tributary.config;

import static dev.tributary.config.ConfigFile.FULL;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The keys that the reader knows: in the documentation, in the full file, and mistyped. */
final class KnownKeysTest {
  private static final Path DOCUMENTATION = Path.of("docs", "config.md");

  @TempDir Path folder;

  private List<String> knownKeys(String yaml) throws IOException {
    Path file = Files.writeString(folder.resolve("known.yml"), yaml);
    Problems problems = new Problems(file);
    Section root =
        Section.root(YamlFile.read(file, problems), new Substitution(Map.of()), problems);
    SettingsReader.settings(root, file, Map.of());
    return root.knownKeys().toList();
  }

  @Test
  void theDocumentationHasARowForEachKeyAndNoOther() throws IOException {
    List<String> rows =
        Pattern.compile("^\\| `([^`]+)` \\|", Pattern.MULTILINE)
            .matcher(Files.readString(DOCUMENTATION))
            .results()
            .map(row -> row.group(1))
            .toList();
    assertThat(rows).containsExactlyInAnyOrderElementsOf(knownKeys(FULL));
  }

  @Test
  void theExampleOfTheDocumentationIsValid() throws IOException {
    ConfigFile config = new ConfigFile(folder);
    Matcher example =
        Pattern.compile("```yaml\n(application:.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(DOCUMENTATION));
    assertThat(example.find()).isTrue();
    String yaml = ConfigFile.with(example.group(1), "../mappings/places.json", "mapping.json");
    assertThat(config.problems(yaml, Map.of("OPENSEARCH_PASSWORD", "hunter2"))).isEmpty();
    assertThat(knownKeys(yaml)).allSatisfy(key -> assertThat(yaml).contains(last(key) + ":"));
  }

  static Stream<String> keysOfTheFullFile() {
    return FULL.lines()
        .filter(line -> line.matches(" +[A-Za-z]+: .*|application.*"))
        .filter(line -> !line.contains("{"));
  }

  @Test
  void theFullFileHasEveryKey() throws IOException {
    assertThat(keysOfTheFullFile().map(line -> line.strip().replaceFirst(":.*", "")).distinct())
        .containsExactlyInAnyOrderElementsOf(
            knownKeys(FULL).stream().map(KnownKeysTest::last).distinct().toList());
  }

  @ParameterizedTest
  @MethodSource("keysOfTheFullFile")
  void aTypoSuggestsTheKeyThatWasMeant(String line) {
    ConfigFile config = new ConfigFile(folder);
    String key = line.strip().replaceFirst(":.*", "");
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 20; round++) {
      String typo = typo(key, random);
      String yaml = FULL.replaceFirst(line, line.replaceFirst(key, typo));
      assertThat(config.problems(yaml))
          .as("seed %d: %s for %s", seed, typo, key)
          .anySatisfy(
              problem ->
                  assertThat(problem)
                      .endsWith(typo + ": unknown key; did you mean '" + key + "'?"));
    }
  }

  /** One slip: a letter too many, too few, another one, or two in the wrong order. */
  private static String typo(String key, Random random) {
    while (true) {
      int at = random.nextInt(key.length());
      String letter = String.valueOf((char) ('a' + random.nextInt(26)));
      String before = key.substring(0, at);
      String after = key.substring(at + 1);
      String typo =
          switch (random.nextInt(4)) {
            case 0 -> before + letter + key.substring(at);
            case 1 -> before + after;
            case 2 -> before + letter + after;
            default ->
                after.isEmpty()
                    ? key
                    : before + after.charAt(0) + key.charAt(at) + after.substring(1);
          };
      // "pk" mistyped as "sk" is a second sk, and no unknown key.
      if (!typo.equals(key) && !FULL.contains(typo + ":")) {
        return typo;
      }
    }
  }

  private static String last(String key) {
    return key.substring(key.lastIndexOf('.') + 1);
  }
}
