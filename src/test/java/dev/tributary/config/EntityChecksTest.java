package dev.tributary.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Entities that are each well written, and wrong all the same. */
final class EntityChecksTest {
  @TempDir Path folder;

  private List<String> problems(String entities) {
    return new ConfigFile(folder)
        .problems(
            """
            application: places
            opensearch: {url: http://localhost:9200}
            tables: {main: {name: mainly, key: {pk: PK, sk: SK}}, tasks: {name: tasks, key: {pk: pk}}}
            indexes: {places: , tasks: , more: }
            entities:
              task: {table: tasks, index: tasks}
              copy: {table: main, index: more, id: escaped}
            """
                + entities.indent(2));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
      where: {a: {exists: true}, a\\.b: 1, a.b: 2, c: 1}
      where: {PK: A#1, SK: {prefix: B}}
      where: {type: [x, y]}, unless: {type: x}
      """)
  void anEntityThatCanMatchIsLeftAlone(String said) {
    assertThat(
            problems(
                "place: {table: main, index: places, key: {pk: 'A#{x}', sk: 'B*'}, " + said + "}"))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
      where: {type: x}, unless: {type: [x, y]} | type "x", and is out if type one of "x", "y"
      where: {type: x}, unless: {type: {exists: true}} | type "x", and is out if type there
      where: {a: 1, a.b: 2} | a 1 and a.b 2
      where: {a: {absent: true}, a.b: {exists: true}} | a absent and a.b there
      where: {PK: C#1} | PK "C#1", and the key is A#{x}
      where: {SK: {prefix: A}} | SK a text that starts with "A", and the key is B*
      where: {SK: {absent: true}} | SK absent, and the key is B*
      """)
  void anEntityThatCanNeverMatchIsReported(String said, String why) {
    assertThat(
            problems(
                "place: {table: main, index: places, key: {pk: 'A#{x}', sk: 'B*'}, " + said + "}"))
        .singleElement()
        .asString()
        .endsWith("entities.place: no item can match it: it must have " + why);
  }

  @Test
  void aSortKeyPatternNeedsASortKey() {
    assertThat(problems("other: {table: tasks, index: places, key: {sk: X}}"))
        .containsExactly(
            "config.yml:8:46  entities.other.key.sk: the table has no sort key; leave it out, or"
                + " correct the table's key");
  }

  @Test
  void keysThatShareAnIdAreReportedWithAnExample() {
    assertThat(problems("place: {table: main, index: places}"))
        .containsExactly(
            "config.yml:8:3  entities.place: two keys can share the id 'x##x': 'x# / x' and 'x / #x';"
                + " narrow the key patterns, say id: escaped, or clash: accepted if such keys never"
                + " occur");
    assertThat(problems("place: {table: main, index: places, id: escaped}")).isEmpty();
    assertThat(problems("place: {table: main, index: places, clash: accepted}")).isEmpty();
    assertThat(problems("place: {table: main, index: places, key: {pk: '{x}'}}")).isEmpty();
  }

  @Test
  void twoTablesMayShareAnIndexOnlyIfTheirKeysDiffer() {
    String place =
        "x: {table: main, index: places, id: escaped}\nplace: {table: main, index: tasks, key: {pk: 'PLACE#{x}', sk: PLACE}%s}\n";
    assertThat(problems(place.formatted("")))
        .singleElement()
        .asString()
        .endsWith(
            "entities.place: two keys can share the id 'PLACE#x#PLACE': 'PLACE#x#PLACE'"
                + " (entities.task) and 'PLACE#x / PLACE'; narrow the key patterns,"
                + " say id: escaped, or clash: accepted if such keys never occur");
    assertThat(problems(place.formatted(", clash: accepted"))).hasSize(1);
  }

  @Test
  void twoEntitiesOfAnIndexMustNotMatchOneItem() {
    String one = "one: {table: main, index: places, key: {pk: 'A#{x}', sk: 'B#{y}'}, %s}\n";
    String two = "two: {table: main, index: places, key: {pk: 'A#{x}', sk: 'B#{y}'}, %s}\n";
    assertThat(problems(one.formatted("where: {t: a}") + two.formatted("where: {u: b}")))
        .singleElement()
        .asString()
        .contains("entities.two: an item can match entities.one too");
    assertThat(problems(one.formatted("where: {t: a}") + two.formatted("where: {t: b}"))).isEmpty();
    assertThat(problems(one.formatted("where: {t: a}") + two.formatted("unless: {t: a}")))
        .isEmpty();
    assertThat(
            problems(one.formatted("where: {t: a}") + two.formatted("where: {t: {absent: true}}")))
        .isEmpty();
  }

  @Test
  void anEntityWithObjectsNeedsBuckets() {
    String place = "place: {table: main, index: places, id: escaped, objects: {a: {text: b}}}";
    assertThat(problems(place))
        .containsExactly(
            "config.yml:8:52  entities.place.objects: no object may be read; name the buckets in"
                + " objects.buckets");
  }

  @Test
  void aFieldOfAnotherProgramIsNotMadeHere() {
    String place = "place: {table: main, index: places, id: escaped, %s}";
    String yaml =
        ConfigFile.with(
            """
            application: places
            opensearch: {url: http://localhost:9200}
            tables: {main: {name: mainly, key: {pk: PK, sk: SK}}}
            indexes: {places: {preserve: [embedding]}}
            objects: {buckets: {places: }}
            entities:
              PLACE
            """,
            "PLACE",
            place);
    for (String made :
        List.of(
            "rename: {a: embedding}",
            "fields: {embedding.x: {value: 1}}",
            "geometry: {a: {centroid: embedding}}",
            "objects: {a: {json: [embedding]}}")) {
      assertThat(new ConfigFile(folder).problems(yaml.formatted(made)))
          .singleElement()
          .asString()
          .contains("which indexes.places.preserve leaves to another program");
    }
    assertThat(new ConfigFile(folder).problems(yaml.formatted("exclude: [embedding]"))).isEmpty();
  }
}
