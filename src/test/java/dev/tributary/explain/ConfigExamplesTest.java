package dev.tributary.explain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.config.ConfigSchema;
import dev.tributary.config.SettingsReader;
import dev.tributary.entity.FieldNames;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The examples of docs/config.md are true: an entity, an item, and what comes out, either the
 * document or a part of what explain prints.
 */
final class ConfigExamplesTest {

  /** A fenced block of the page. */
  private record Block(String kind, String text) {}

  private record Example(String entities, String item, Block result) {
    @Override
    public String toString() {
      return entities.lines().skip(1).findFirst().orElse("") + " " + result.kind();
    }
  }

  private record Conversion(String word, String from, String to) {}

  private static final Path PAGE = Path.of("docs", "config.md");

  @TempDir Path folder;

  private static List<Block> blocks() throws IOException {
    return Pattern.compile("^```(\\w*)\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE)
        .matcher(Files.readString(PAGE))
        .results()
        .map(block -> new Block(block.group(1), block.group(2)))
        .toList();
  }

  static List<Example> examples() throws IOException {
    List<Block> blocks = blocks();
    List<Example> examples = new ArrayList<>();
    for (int i = 0; i + 2 < blocks.size(); i++) {
      if (blocks.get(i).kind().equals("yaml") && blocks.get(i + 1).kind().equals("json")) {
        examples.add(
            new Example(blocks.get(i).text(), blocks.get(i + 1).text(), blocks.get(i + 2)));
      }
    }
    return examples;
  }

  @Test
  void noExampleIsOverlooked() throws IOException {
    assertThat(examples()).hasSize(7);
    long used = examples().stream().filter(e -> e.result().kind().equals("json")).count();
    assertThat(blocks().stream().filter(block -> block.kind().equals("json")))
        .hasSize((int) (examples().size() + used));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void anExampleIsTrue(Example example) throws Exception {
    Answer answer = explain(example);
    if (example.result().kind().equals("text")) {
      assertThat(printed(answer)).contains(example.result().text());
      return;
    }
    assertThat(example.result().kind()).isEqualTo("json");
    StringWriter json = new StringWriter();
    JsonAnswer.print(answer, new PrintWriter(json));
    ObjectNode document =
        (ObjectNode) JsonFile.parse(json.toString().getBytes(UTF_8)).at("/actions/0/document");
    JsonNode expected = JsonFile.parse(example.result().text().getBytes(UTF_8));
    if (!expected.has("_sync")) {
      document.remove("_sync");
    }
    assertThat(document).isEqualTo(expected);
  }

  @Test
  void theFirstExampleIsShownAsExplainPrintsIt() throws Exception {
    Example first = examples().get(0);
    String shown =
        blocks().stream()
            .map(Block::text)
            .filter(text -> text.startsWith("$ ./tributary explain"))
            .collect(Collectors.joining());
    assertThat(shown.substring(shown.indexOf('\n') + 1)).isEqualTo(printed(explain(first)));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void coloursChangeNothingElse(Example example) throws Exception {
    Answer answer = explain(example);
    StringWriter painted = new StringWriter();
    TextAnswer.print(answer, new PrintWriter(painted), Paint.ON);
    assertThat(painted.toString()).contains("\u001b[1m");
    assertThat(painted.toString().replaceAll("\u001b\\[[0-9;]*m", "")).isEqualTo(printed(answer));
  }

  static List<String> yaml() throws IOException {
    return blocks().stream()
        .filter(block -> block.kind().equals("yaml") && block.text().startsWith("entities:"))
        .map(Block::text)
        .toList();
  }

  @ParameterizedTest
  @MethodSource("yaml")
  void editorsLikeTheExamples(String entities) {
    assertThat(new ConfigSchema().problems(whole(entities))).isEmpty();
  }

  /** The last piece of code in the second and third cell of each row. */
  static List<Conversion> conversions() throws IOException {
    return Pattern.compile("^\\| `(\\w+)` \\|.*`([^`]+)` \\|.*?`([^`]+)` \\|$", Pattern.MULTILINE)
        .matcher(part("### Conversions", "### Values that do not fit"))
        .results()
        .map(row -> new Conversion(row.group(1), row.group(2), row.group(3)))
        .toList();
  }

  @Test
  void everyConversionHasItsRow() throws IOException {
    assertThat(conversions().stream().map(Conversion::word))
        .containsExactlyElementsOf(dev.tributary.entity.Conversion.words());
  }

  @ParameterizedTest
  @MethodSource("conversions")
  void aConversionDoesWhatTheTableSays(Conversion conversion) throws Exception {
    anExampleIsTrue(
        new Example(
            """
            entities:
              item:
                table: items
                index: items
                key: {sk: "{sk}"}
                include: [value]
                fields: {value: {as: %s}}
            """
                .formatted(conversion.word()),
            "{\"PK\": \"a\", \"SK\": \"b\", \"value\": %s}".formatted(conversion.from()),
            new Block("json", "{\"value\": %s}".formatted(conversion.to()))));
  }

  @Test
  void attributesBecomeTheFieldsOfTheTable() throws IOException {
    List<MatchResult> rows =
        Pattern.compile("^\\| `([^`]+)` \\| `([^`]+)` \\|", Pattern.MULTILINE)
            .matcher(part("### Field names", "### Ids"))
            .results()
            .toList();
    assertThat(rows)
        .hasSize(2)
        .allSatisfy(
            row -> assertThat(FieldNames.ofAttribute(row.group(1))).isEqualTo(row.group(2)));
  }

  private static String part(String from, String to) throws IOException {
    String page = Files.readString(PAGE);
    return page.substring(page.indexOf(from), page.indexOf(to));
  }

  private Answer explain(Example example) throws Exception {
    Path config = Files.writeString(folder.resolve("config.yml"), whole(example.entities()));
    Question question =
        new Question(
            "-", Optional.empty(), Optional.empty(), false, Optional.empty(), Optional.empty());
    return new Explainer(new SettingsReader().read(config, Map.of()))
        .explain(question, new ByteArrayInputStream(example.item().getBytes(UTF_8)));
  }

  private static String printed(Answer answer) {
    StringWriter text = new StringWriter();
    TextAnswer.print(answer, new PrintWriter(text), Paint.OFF);
    return text.toString();
  }

  /** With what every file has, and the table and index that the entity names. */
  private static String whole(String entities) {
    return """
    application: examples
    opensearch: {url: http://localhost:9200}
    tables: {%s: {key: {pk: PK, sk: SK}}}
    indexes: {%s: }
    %s"""
        .formatted(named("table", entities), named("index", entities), entities);
  }

  private static String named(String key, String entities) {
    Stream<MatchResult> found =
        Pattern.compile("^    " + key + ": (.*)$", Pattern.MULTILINE).matcher(entities).results();
    return found.map(result -> result.group(1)).findFirst().orElseThrow();
  }
}
