package dev.tributary.config;

import static dev.tributary.config.ConfigFile.FULL;
import static dev.tributary.config.ConfigFile.MINIMAL;
import static dev.tributary.config.ConfigFile.with;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The schema says of a file what the reader says, as far as a schema can. */
final class ConfigSchemaTest {
  private static final String FIELDS =
      """
          fields:
            made: {from: attribute, as: number}
            joined: {join: [first, last]}
          geometry:
            outline: {field: shape}
          objects:
            outline: {geometry: shape}
      objects:
        buckets: {geo-boundaries: }
        events: {queue: "https://sqs.example/1/objects"}
      """;

  private final ConfigSchema schema = new ConfigSchema();

  @TempDir Path folder;

  @Test
  void theSchemaFollowsItsOwn() {
    assertThat(schema.ownProblems()).isEmpty();
  }

  @Test
  void theSchemaHasTheKeysOfTheReaderAndNoOther() throws IOException {
    String full =
        with(FULL, "isDeleted: true\n", "isDeleted: true\n      banned: {exists: true}\n");
    assertThat(schema.leaves().keySet())
        .containsExactlyInAnyOrderElementsOf(KnownKeysTest.knownKeys(folder, full));
  }

  @Test
  void anEditorShowsTheMeaningOfEachKey() {
    assertThat(schema.leaves())
        .allSatisfy(
            (key, part) -> assertThat(part.path("description").asText()).as(key).endsWith("."));
  }

  static Stream<String> defaults() {
    return new ConfigSchema()
        .leaves().entrySet().stream()
            .filter(leaf -> leaf.getValue().has("default"))
            .map(Map.Entry::getKey);
  }

  /** A default that is written changes nothing. */
  @ParameterizedTest
  @MethodSource("defaults")
  void aDefaultIsThatOfTheReader(String key) {
    ConfigFile config = new ConfigFile(folder);
    ObjectNode file =
        ConfigSchema.read(MINIMAL + FIELDS + "worker: {id: me, verify: {readUnitsPerSecond: 5}}\n");
    String place =
        key.replaceFirst("entities.<name>", "entities.place")
            .replaceFirst("<name>.with", "joined.with")
            .replaceFirst("<name>.onError", "made.onError")
            .replaceFirst("<name>.swapped", "outline.swapped");
    Settings without = config.read(file.toString());
    JsonPointer pointer = JsonPointer.compile("/" + place.replace('.', '/'));
    file.withObject(pointer.head())
        .set(pointer.last().getMatchingProperty(), schema.leaves().get(key).get("default"));
    assertThat(schema.problems(file)).isEmpty();
    assertThat(config.read(file.toString())).isEqualTo(without);
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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
      application: geo         | application: geo
      bulkActions: 500         | bulkActions: '500'
      bulkBytes: 1MiB          | bulkBytes: 4096
      bulkBytes: 1MiB          | bulkBytes: '4096'
      region: eu-central-1     | region:
      url: https://search.example:9200 | url: HTTPS://search.example/
      username: admin          | username: ${USER_NAME:-me}
      signing: none            | signing: ''
      mapping: mapping.json    | mapping:
      preserve: [embedding]    | preserve: []
      isDeleted: true          | isDeleted: [1, 2.5, yes, true, '']
      isDeleted: true          | isDeleted: {in: [1]}
      as: date                 | as:
      value: place             | value: ''
      value: place             | value: 7
      sk: PLACE                | sk:
      kind: place              | kind: ''
      name: geo-boundaries     | name: ${BUCKET:-geo}
      prefixes: [boundaries/, v2/] | prefixes:
      pathStyle: false         | pathStyle: 'true'
      pathStyle: false         | pathStyle: FALSE
      profile: r2              | profile: ''
      cache: 0                 | cache: '0'
      cache: 0                 | cache: 1MiB
      giveUp: 6h               | giveUp: 720h
      queue: https://sqs.example/123456789012/objects | queue: HTTP://localhost:9324/q/
      json: [dialogs, speech]  | json: {dialogs: d.text}
      swapped: keep            | swapped:
      port: 9464               | port: off
      port: 9464               | port: '9464'
      port: 9464               | port:
      bind: 0.0.0.0            | bind: "::1"
      emf: 90s                 | emf: off
      """)
  void whatTheReaderTakesTheSchemaTakes(String line, String instead) {
    String yaml = with(FULL, line + "\n", instead + "\n");
    assertThat(new ConfigFile(folder).problems(yaml)).isEmpty();
    assertThat(schema.problems(yaml)).isEmpty();
  }

  @Test
  void aVariableMayStandForAnyValue() {
    ConfigFile config = new ConfigFile(folder);
    List<JsonPointer> values = new ArrayList<>();
    collect(ConfigSchema.read(FULL), JsonPointer.empty(), values);
    assertThat(values).hasSizeGreaterThan(50);
    for (JsonPointer value : values) {
      ObjectNode file = ConfigSchema.read(FULL);
      String text = file.at(value).asText();
      replace(file, value, "${SOME}");
      assertThat(config.problems(file.toString(), Map.of("SOME", text))).as("%s", value).isEmpty();
      assertThat(schema.problems(file)).as("%s", value).isEmpty();
    }
  }

  private static void collect(JsonNode node, JsonPointer at, List<JsonPointer> values) {
    if (node.isValueNode() && !node.isNull()) {
      values.add(at);
    }
    node.properties().forEach(e -> collect(e.getValue(), at.appendProperty(e.getKey()), values));
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      collect(node.get(i), at.appendIndex(i), values);
    }
  }

  private static void replace(ObjectNode file, JsonPointer at, String text) {
    JsonNode parent = file.at(at.head());
    if (parent instanceof ArrayNode array) {
      array.set(at.last().getMatchingIndex(), TextNode.valueOf(text));
    } else {
      ((ObjectNode) parent).put(at.last().getMatchingProperty(), text);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
      application: geo         | application: a b
      application: geo         | application:
      application: geo         | application: [geo]
      application: geo         | name: geo
      region: eu-central-1     | region: EU
      region: eu-central-1     | regoin: eu-central-1
      endpoint: http://localhost:8000 | endpoint: localhost:8000
      url: https://search.example:9200 | url: ftp://search
      url: https://search.example:9200 | url: https://search/es
      url: https://search.example:9200 | url: https://search?a
      url: https://search.example:9200 | url: https://me:s3cret@search
      url: https://search.example:9200 | requestTime: 7s
      username: admin          | username: a:b
      username: admin          | user: admin
      password: hunter2        | passwort: hunter2
      signing: none            | signing: sigv4
      requestTimeout: 7s       | requestTimeout: 7
      requestTimeout: 7s       | requestTimeout: 7 s
      name: places-dev         | name: pl
      name: places-dev         | name: {a: b}
      pk: PK                   | kp: PK
      mapping: mapping.json    | mapping: [mapping.json]
      mapping: mapping.json    | shards: 3
      preserve: [embedding]    | preserve: embedding
      place-index:             | Places:
      place-index:             | _places:
      place-index:             | pla ces:
      table: users             | tabel: users
      index: place-index       | name: place-index
      pk: PLACE#{placeId}      | pattern: PLACE
      status: [open, 1, true]  | status: []
      status: [open, 1, true]  | status:
      equals: MX               | equal: MX
      exists: true             | exists: false
      absent: true             | absent: [true]
      isDeleted: true          | isDeleted: {}
      isDeleted: true          | isDeleted: {exists: true, prefix: x}
      include: [name, loc, admin.*] | include: name
      exclude: [GSI*, admin.secret] | exclude: [{a: b}]
      loc: position.point      | loc: [a, b]
      loc: position.point      | loc:
      value: place             | valeu: place
      value: place             | value: [a]
      as: date                 | as: day
      onError: omit            | onError: drop
      onError: omit            | value: 7
      lat: loc.lat             | onError: omit
      id: escaped              | id: hashed
      clash: accepted          | clash: accept
      id: worker-1             | id: a b
      failover: 20s            | failover: soon
      poll: 1s                 | poll: -1s
      bytesInFlight: 32MiB     | bytesInFlight: 32MB
      bytesInFlight: 32MiB     | bytesInFlight: 0
      bulkActions: 500         | bulkActions: 0
      bulkActions: 500         | bulkActions: many
      bulksInFlight: 3         | bulksInFlight: 7
      bulksInFlight: 3         | bulksInFlight: 1.5
      name: geo-boundaries     | name: Geo
      prefixes: [boundaries/, v2/] | prefixes: boundaries/
      region: ca-central-1     | region: Canada
      endpoint: http://localhost:9090 | endpoint: http://localhost:9090/geo
      pathStyle: false         | pathStyle: no
      pathStyle: false         | pathstyle: false
      profile: r2              | profile: my keys
      bytes: 2MiB              | bytes: 0
      ratio: 50                | ratio: 10001
      depth: 16                | depth: 501
      vertices: 5000           | vertices: 0
      time: 5s                 | time: 5
      concurrency: 4           | concurrency: 257
      cache: 0                 | cache: none
      giveUp: 6h               | giveUp: never
      queue: https://sqs.example/123456789012/objects | queue: arn:aws:sqs:eu-west-1:123456789012:objects
      queue: https://sqs.example/123456789012/objects | name: objects
      again: 5m                | agian: 5m
      geometry: shape          | text: shape
      centroid: middle         | json: [middle]
      json: [dialogs, speech]  | json: dialogs
      json: [dialogs, speech]  | speech: dialogs
      words: keywords.word     | words:
      text: body               | text: [body]
      port: 9464               | port: 0
      port: 9464               | port: 65536
      port: 9464               | port: none
      port: 9464               | prot: 9464
      bind: 0.0.0.0            | bind: all of them
      emf: 90s                 | emf: 90
      emf: 90s                 | emf: on
      """)
  void whatTheSchemaRefusesTheReaderRefuses(String line, String instead) {
    assertThat(schema.problems(FULL)).isEmpty();
    String yaml = with(FULL, line + "\n", instead + "\n");
    assertThat(schema.problems(yaml)).as("schema").isNotEmpty();
    assertThat(new ConfigFile(folder).problems(yaml)).as("reader").isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({"tables", "indexes", "entities", "opensearch", "application"})
  void aMissingSectionIsRefusedByBoth(String section) {
    ObjectNode file = ConfigSchema.read(MINIMAL);
    file.remove(section);
    assertThat(schema.problems(file)).isNotEmpty();
    assertThat(new ConfigFile(folder).problems(file.toString())).isNotEmpty();
  }
}
