package dev.tributary.config;

import static dev.tributary.config.ConfigFile.FULL;
import static dev.tributary.config.ConfigFile.MINIMAL;
import static dev.tributary.config.ConfigFile.with;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Problems of keys and sections, and of several things at once. */
final class StructureProblemsTest {
  @TempDir Path folder;
  private ConfigFile config;

  @BeforeEach
  void start() {
    config = new ConfigFile(folder);
  }

  @Test
  void everyProblemIsReportedAtOnceInTheOrderOfTheFile() {
    String yaml =
        """
        opensearch:
          url: nowhere
          pasword: hunter2
          requestTimeout: 1 minute
        limits:
          bulkBytes: 100MiB
        tables:
          places:
            key: {sk: SK}
            nmae: x
        entities:
          place:
            tabel: places
            index: plcaes
        worker:
          id: ${WORKER_ID}-${ZONE}
          failover: 0s
        indexes:
          places: {shards: 3, mapping: .}
        """;
    assertThat(config.problems(yaml))
        .containsExactly(
            "config.yml  application: missing; name this application, e.g. application: places",
            "config.yml:2:8  opensearch.url: 'nowhere' must start with http:// or https://",
            "config.yml:3:3  opensearch.pasword: unknown key; did you mean 'password'?",
            "config.yml:4:19  opensearch.requestTimeout: '1 minute' is not a duration;"
                + " write e.g. 250ms, 10s, 5m or 1h",
            "config.yml:6:14  limits.bulkBytes: '100MiB' is too large; at most 90MiB",
            "config.yml:9  tables.places.key.pk: missing;"
                + " name the table's partition key attribute, e.g. pk: PK",
            "config.yml:10:5  tables.places.nmae: unknown key; did you mean 'name'?",
            "config.yml:12  entities.place.table: missing;"
                + " name the table it reads, a key of tables",
            "config.yml:13:5  entities.place.tabel: unknown key; did you mean 'table'?",
            "config.yml:14:12  entities.place.index: 'plcaes' is not a key of indexes;"
                + " did you mean 'places'?",
            "config.yml:16:7  worker.id: the environment variable WORKER_ID is not set;"
                + " set it, or write ${WORKER_ID:-default}",
            "config.yml:16:7  worker.id: the environment variable ZONE is not set;"
                + " set it, or write ${ZONE:-default}",
            "config.yml:17:13  worker.failover: '0s' is too small; at least 1s",
            "config.yml:19:12  indexes.places.shards: unknown key; the keys here are mapping, preserve",
            "config.yml:19:32  indexes.places.mapping: '.' is a folder; name the JSON file in it");
  }

  @Test
  void aFileWithoutSectionsIsToldWhatToName() {
    assertThat(config.problems("application: a\n"))
        .containsExactly(
            "config.yml  tables: missing; name at least one table",
            "config.yml  indexes: missing; name at least one index",
            "config.yml  entities: missing; name at least one entity",
            "config.yml  opensearch.url: missing;"
                + " say where OpenSearch is, e.g. url: http://localhost:9200");
  }

  @Test
  void aSectionMustBeAMap() {
    String expected = "expected a map of keys and values, found ";
    assertThat(config.problems(MINIMAL + "aws: [a]\nworker: fast\nlimits: 5\n"))
        .containsExactly(
            "config.yml:14:6  aws: " + expected + "a list",
            "config.yml:15:9  worker: " + expected + "the text 'fast'",
            "config.yml:16:9  limits: " + expected + "the number '5'");
    assertThat(config.problems(with(MINIMAL, "tables:\n", "tables:\n  - name: x\nold:\n")))
        .contains("config.yml:5:3  tables: " + expected + "a list");
  }

  @Test
  void aKeyMustBeTextAndStandOnce() {
    String yaml =
        with(MINIMAL, "      pk: PK", "      pk: PK\n      ? [sk]\n      : SK\n      pk: id");
    assertThat(config.problems(yaml))
        .containsExactly(
            "config.yml:8:9  tables.places.key: a key must be text, found a list",
            "config.yml:10:7  tables.places.key.pk: written twice, first in line 7; keep one");
  }

  @Test
  void variablesInKeysAreNotFilledIn() {
    String yaml = MINIMAL.replace("  places:\n    key", "  ${T}:\n    key");
    assertThat(
            config.problems(yaml.replace("table: places", "table: $${T}"), Map.of("T", "places")))
        .containsExactly(
            "config.yml:5:3  tables.${T}: '${T}' must be made of the letters A-Z a-z 0-9 _ . -"
                + " (variables work in values only)");
  }

  @Test
  void twoEntitiesThatMakeOneDocumentAreReported() {
    String yaml = MINIMAL + "  again: {table: places, index: places}\n";
    assertThat(config.problems(yaml))
        .singleElement()
        .asString()
        .endsWith(
            "entities.again: an item can match entities.place too, and both would make one document in"
                + " index 'places'; tell them apart by key, where or unless, or use another index");
  }

  @Test
  void whatNoEntityUsesIsReported() {
    String yaml =
        with(MINIMAL, "tables:\n", "tables:\n  users: {key: {pk: id}}\n")
            .replace("indexes:\n", "indexes:\n  users:\n");
    assertThat(config.problems(yaml))
        .containsExactly(
            "config.yml:5:3  tables.users: no entity reads it; remove it or add an entity",
            "config.yml:10:3  indexes.users: no entity feeds it; remove it or add an entity");
  }

  @Test
  void twoTablesOfOneNameAreReported() {
    String yaml =
        with(MINIMAL, "tables:\n", "tables:\n  copy: {name: 'pl${A:-}aces', key: {pk: PK}}\n")
                .replace("indexes:\n", "indexes:\n  copies:\n")
            + "  copied: {table: copy, index: copies}\n";
    assertThat(config.problems(yaml))
        .containsExactly(
            "config.yml:6:3  tables.places: tables.copy is the table 'places' already;"
                + " set another name");
  }

  @Test
  void oneMistakeIsOneProblem() {
    String unset = with(FULL, "password: hunter2", "password: ${P}");
    assertThat(config.problems(unset)).hasSize(1);
    String slow = with(FULL, "requestTimeout: 7s", "requestTimeout: 15s");
    assertThat(config.problems(with(slow, "failover: 20s", "failover: 1x"))).hasSize(1);
    assertThat(config.problems(with(FULL, "requestTimeout: 7s", "requestTimeout: 1x"))).hasSize(1);
    String large = with(FULL, "bulkBytes: 1MiB", "bulkBytes: 80MiB");
    assertThat(config.problems(with(large, "bytesInFlight: 32MiB", "bytesInFlight: 1KB")))
        .hasSize(1);
    String list = with(MINIMAL, "  places:\n    key:\n      pk: PK", "  - places");
    assertThat(config.problems(list)).hasSize(1);
    String noKey = with(FULL, "sk: SK", "sk: PK");
    assertThat(config.problems(with(noKey, "pk: PK", "pk: ${P}"))).hasSize(1);
    String other = with(FULL, "users: {key:", "users: {name: places, key:");
    assertThat(config.problems(with(other, "name: places-dev", "name: ${P}"))).hasSize(1);
  }

  @Test
  void aProblemIsOneLineWhateverItQuotes() {
    String yaml = with(FULL, "application: geo", "application: \"a\\nb\\tc\\u0007\"");
    assertThat(config.problems(yaml + "\"x\\ny\": 1\n"))
        .hasSize(2)
        .anySatisfy(line -> assertThat(line).contains("'a\\nb?c?' must be"))
        .anySatisfy(line -> assertThat(line).contains("x\\ny: unknown key"));
  }

  @Test
  void aLongValueIsCutShort() {
    assertThat(config.problems(with(FULL, "application: geo", "application: " + "x".repeat(999))))
        .singleElement()
        .satisfies(line -> assertThat(line).contains("xxx…'").hasSizeLessThan(200));
  }
}
