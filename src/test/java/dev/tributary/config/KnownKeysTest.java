package dev.tributary.config;

import static dev.tributary.config.ConfigFile.FULL;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The keys that the reader knows: in the documentation, in the full file, and mistyped. */
final class KnownKeysTest {
  private static final Path DOCUMENTATION = Path.of("docs", "config.md");

  @TempDir static Path folder;

  /** The reader's own list. It learns names that the file chooses from a file that has some. */
  static List<String> knownKeys(Path folder, String yaml) throws IOException {
    Path file = Files.writeString(folder.resolve("known.yml"), yaml);
    Problems problems = new Problems(file);
    Section root =
        Section.root(YamlFile.read(file, problems), new Substitution(Map.of()), problems);
    SettingsReader.settings(root, file, Map.of());
    return root.knownKeys().toList();
  }

  /** The default of each key, as the documentation's table of all keys has it. */
  private static Map<String, String> documented() throws IOException {
    String text = Files.readString(DOCUMENTATION);
    Map<String, String> defaults = new LinkedHashMap<>();
    Pattern.compile("^\\| `([^`]+)` \\| [^|]+ \\| ([^|]+) \\|", Pattern.MULTILINE)
        .matcher(text.substring(text.indexOf("## Every key"), text.indexOf("## A file with")))
        .results()
        .forEach(row -> defaults.put(row.group(1), row.group(2)));
    return defaults;
  }

  @Test
  void theDocumentationHasARowForEachKeyAndNoOther() throws IOException {
    assertThat(documented().keySet()).containsExactlyInAnyOrderElementsOf(knownKeys(folder, FULL));
  }

  @Test
  void theDocumentationHasTheDefaultsOfTheSchema() throws IOException {
    ConfigSchema schema = new ConfigSchema();
    assertThat(documented())
        .allSatisfy(
            (key, shown) -> {
              JsonNode value = schema.leaves().get(key).path("default");
              if (value.isMissingNode()) {
                assertThat(shown).as(key).doesNotMatch("`[^`]*`");
              } else {
                String text = value.asText();
                assertThat(shown)
                    .as(key)
                    .isEqualTo(text.isBlank() ? "`" + value + "`" : "`" + text + "`");
              }
              assertThat(shown.equals("required")).as(key).isEqualTo(schema.requires(key));
            });
  }

  @Test
  void theFullExampleOfTheDocumentationIsValidAndHasEveryKey() throws IOException {
    ConfigFile config = new ConfigFile(folder);
    Matcher example =
        Pattern.compile("```yaml\n(application:.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(DOCUMENTATION));
    assertThat(example.find()).isTrue();
    String yaml = ConfigFile.with(example.group(1), "../mappings/places.json", "mapping.json");
    assertThat(config.problems(yaml, Map.of("OPENSEARCH_PASSWORD", "hunter2"))).isEmpty();
    assertThat(knownKeys(folder, FULL))
        .filteredOn(key -> !key.endsWith("<name>"))
        .allSatisfy(key -> assertThat(yaml).contains(last(key) + ":"));
  }

  /** Lines with a key that the reader knows, not with a name that the file chooses. */
  static Stream<String> keysOfTheFullFile() throws IOException {
    Set<String> known =
        knownKeys(folder, FULL).stream().map(KnownKeysTest::last).collect(Collectors.toSet());
    return FULL.lines()
        .filter(line -> line.matches(" +[A-Za-z]+: .*|application.*"))
        .filter(line -> known.contains(keyOf(line)))
        .filter(line -> !line.contains(": {"));
  }

  @Test
  void theFullFileHasEveryKey() throws IOException {
    assertThat(keysOfTheFullFile().map(KnownKeysTest::keyOf).distinct())
        .containsExactlyInAnyOrderElementsOf(
            knownKeys(folder, FULL).stream()
                .map(KnownKeysTest::last)
                .filter(key -> !key.equals("<name>"))
                .distinct()
                .toList());
  }

  @ParameterizedTest
  @MethodSource("keysOfTheFullFile")
  void aTypoSuggestsTheKeyThatWasMeant(String line) throws IOException {
    ConfigFile config = new ConfigFile(folder);
    String key = keyOf(line);
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<String> known = knownKeys(folder, FULL).stream().map(KnownKeysTest::last).toList();
    for (int round = 0; round < 10; round++) {
      String typo = typo(key, known, random);
      String yaml = ConfigFile.with(FULL, line, line.replaceFirst(key, typo));
      assertThat(config.problems(yaml))
          .as("seed %d: %s for %s", seed, typo, key)
          .anySatisfy(
              problem ->
                  assertThat(problem)
                      .endsWith(typo + ": unknown key; did you mean '" + key + "'?"));
    }
  }

  /** One slip: a letter too many, too few, another one, or two in the wrong order. */
  private static String typo(String key, List<String> known, Random random) {
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
      // "pk" mistyped as "sk" is a second sk, and "las" may have been meant as "as" or "lat".
      if (!typo.equals(key)
          && known.stream().noneMatch(k -> !k.equals(key) && Nearest.distance(typo, k) <= 1)) {
        return typo;
      }
    }
  }

  private static String keyOf(String line) {
    return line.strip().replaceFirst(":.*", "");
  }

  private static String last(String key) {
    return key.substring(key.lastIndexOf('.') + 1);
  }
}
