package dev.tributary.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.config.Settings;
import dev.tributary.config.SettingsReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EntityMappingsTest {

  @TempDir private Path folder;

  private Path file;
  private String dynamic = "\"strict\"";
  private String preserve = "[]";

  @BeforeEach
  void nameTheFile() {
    file = folder.resolve("photos.json");
  }

  /** An entity whose key attributes are mapped, so that only the test's own fields count. */
  private EntityMappings.Result check(String entity, String properties) throws Exception {
    Files.writeString(
        file,
        """
        {"mappings": {"dynamic": %s, "properties": {%s "PK": {"type": "keyword"}, "SK": {"type": "keyword"}}}}
        """
            .formatted(dynamic, properties.isEmpty() ? "" : properties.replace('\'', '"') + ","));
    Path config =
        Files.writeString(
            folder.resolve("config.yml"),
            """
            application: test
            aws: {region: eu-west-1}
            opensearch: {url: "http://localhost:9200"}
            tables: {photos: {key: {pk: PK, sk: SK}}}
            indexes: {photos: {mapping: photos.json, preserve: %s}}
            objects: {buckets: {photos: }}
            entities: {photo: {table: photos, index: photos, clash: accepted, %s}}
            """
                .formatted(preserve, entity));
    Settings settings = new SettingsReader().read(config, Map.of());
    return EntityMappings.check(settings);
  }

  private String notThere(String field, String origin) {
    return "entity 'photo': the field '%s' (%s) is not in %s, which is strict: documents with it are refused; map it there"
        .formatted(field, origin, file);
  }

  @Test
  void underStrictEveryFieldThatTheConfigNamesMustBeMapped() throws Exception {
    EntityMappings.Result result =
        check("key: {sk: 'PHOTO#{ulid}'}, rename: {a: b.c}, fields: {kind: {value: photo}}", "");
    assertThat(result.problems())
        .containsExactly(
            notThere("ulid", "a capture of the key"),
            notThere("b.c", "rename"),
            notThere("kind", "fields"));
    assertThat(result.notes()).isEmpty();
  }

  @Test
  void underStrictWhatEveryItemHasMustBeMappedOrExcluded() throws Exception {
    String where = "where: {EntityType: PHOTO, hidden: {absent: true}}";
    assertThat(check(where, "").problems())
        .containsExactly(notThere("EntityType", "where") + ", or exclude it");
    assertThat(check(where + ", exclude: [Entity*]", "").problems()).isEmpty();
    assertThat(check(where + ", include: [PK]", "").problems()).isEmpty();
  }

  @Test
  void literalIncludesAreFieldsAndWildcardsAreNot() throws Exception {
    assertThat(check("include: [name, admin.*, 'GSI*']", "").problems())
        .containsExactly(notThere("name", "include"));
    assertThat(check("include: [name], exclude: [name]", "").problems()).isEmpty();
  }

  @Test
  void flattenAndRenameDecideWhereAnAttributeArrives() throws Exception {
    assertThat(
            check(
                    "include: [admin.country, name, admin], flatten: [admin], rename: {name: title}",
                    "'admin_country': {'type': 'keyword'}, 'title': {'type': 'text'}")
                .problems())
        .isEmpty();
  }

  @Test
  void aCaptureIsATextUnderItsNewNameToo() throws Exception {
    assertThat(
            check("key: {sk: 'PHOTO#{ulid}'}, rename: {ulid: o}", "'o': {'type': 'object'}")
                .problems())
        .containsExactly(
            "entity 'photo': the field 'o' (rename) holds a text, and %s maps it as object; change one of the two"
                .formatted(file));
  }

  @Test
  void withoutDynamicMappingUnmappedFieldsAreANote() throws Exception {
    dynamic = "false";
    preserve = "[embedding]";
    EntityMappings.Result result =
        check("key: {sk: 'PHOTO#{ulid}'}, where: {type: photo}, fields: {kind: {value: x}}", "");
    assertThat(result.problems()).isEmpty();
    assertThat(result.notes())
        .containsExactly(
            "entity 'photo': stored, and not searchable, since %s does not map them: ulid, kind"
                .formatted(file),
            "index 'photos': stored, and not searchable, since %s does not map them: embedding"
                .formatted(file));
  }

  @Test
  void withDynamicMappingUnmappedFieldsAreFine() throws Exception {
    dynamic = "true";
    EntityMappings.Result result = check("rename: {a: b}", "");
    assertThat(result.problems()).isEmpty();
    assertThat(result.notes()).isEmpty();
  }

  @Test
  void preservedFieldsMustBeMappedUnderStrict() throws Exception {
    preserve = "[embedding]";
    assertThat(check("exclude: [x]", "").problems())
        .containsExactly(
            "index 'photos': the field 'embedding' (preserve) is not in %s, which is strict: documents with it are refused; map it there"
                .formatted(file));
  }

  @Test
  void aFieldWithinAPlainOneIsAProblem() throws Exception {
    assertThat(check("rename: {a: b.c}", "'b': {'type': 'keyword'}").problems())
        .containsExactly(
            "entity 'photo': the field 'b.c' (rename) lies in 'b', which %s maps as keyword; map it as an object"
                .formatted(file));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{from: TTL, as: date} | long | an ISO date-time",
        "{from: at, as: epochSeconds} | boolean | seconds since 1970",
        "{from: n, as: number} | geo_point | a number",
        "{from: n, as: lowercase} | long | a text in lower case",
        "{from: n, as: text} | ip | the text of a number",
        "{from: n, as: sorted} | object | a sorted list",
        "{lat: a, lon: b} | geo_shape | a point",
        "{join: [a, b]} | nested | a text",
        "{value: photo} | long | a text",
        "{value: true} | long | true or false",
        "{value: 3} | boolean | a number",
        "{from: a} | alias | a value"
      })
  void aValueThatDoesNotFitItsFieldIsAProblem(String made, String type, String words)
      throws Exception {
    assertThat(check("fields: {f: " + made + "}", "'f': {'type': '" + type + "'}").problems())
        .containsExactly(
            "entity 'photo': the field 'f' (fields) holds %s, and %s maps it as %s; change one of the two"
                .formatted(words, file, type));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{from: TTL, as: date} | date",
        "{from: at, as: epochSeconds} | long",
        "{from: n, as: number} | scaled_float",
        "{from: n, as: lowercase} | keyword",
        "{from: n, as: text} | keyword",
        "{from: n, as: sorted} | keyword",
        "{from: n, as: json} | nested",
        "{lat: a, lon: b} | geo_point",
        "{join: [a, b]} | text",
        "{value: '7'} | long",
        "{from: a} | integer"
      })
  void aValueThatFitsIsFine(String made, String type) throws Exception {
    assertThat(check("fields: {f: " + made + "}", "'f': {'type': '" + type + "'}").problems())
        .isEmpty();
  }

  @Test
  void underStrictWhatIsPulledMustBeMapped() throws Exception {
    String pulls =
        "geometry: {a: {field: f}}, objects: {u: {geometry: f, envelope: e, centroid: c}, t: {text: b}, j: {json: [d]}}";
    assertThat(check(pulls, "").problems())
        .containsExactly(
            notThere("f", "objects"),
            notThere("e", "objects"),
            notThere("c", "objects"),
            notThere("b", "objects"),
            notThere("d", "objects"));
    assertThat(
            check(
                    pulls,
                    "'f': {'type': 'geo_shape'}, 'e': {'type': 'geo_shape'}, 'c': {'type': 'geo_point'}, 'b': {'type': 'text'}, 'd': {'type': 'nested'}")
                .problems())
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "geometry: {a: {field: f}} | geometry | keyword | a shape",
        "geometry: {a: {field: f}} | geometry | geo_point | a shape",
        "objects: {a: {geometry: f}} | objects | text | a shape",
        "objects: {a: {geometry: g, envelope: f}} | objects | geo_point | a shape",
        "objects: {a: {geometry: g, centroid: f}} | objects | geo_shape | a point",
        "objects: {a: {text: f}} | objects | long | a text",
        "objects: {a: {text: f}} | objects | object | a text",
        "objects: {a: {json: [f]}} | objects | alias | a value"
      })
  void whatIsPulledMustFitItsField(String pull, String origin, String type, String words)
      throws Exception {
    assertThat(check(pull, "'g': {'type': 'geo_shape'}, 'f': {'type': '" + type + "'}").problems())
        .containsExactly(
            "entity 'photo': the field 'f' (%s) holds %s, and %s maps it as %s; change one of the two"
                .formatted(origin, words, file, type));
  }

  @Test
  void secondsInADateThatReadsMillisecondsAreAProblem() throws Exception {
    String seconds = "fields: {f: {from: at, as: epochSeconds}}";
    assertThat(check(seconds, "'f': {'type': 'date'}").problems())
        .containsExactly(
            "entity 'photo': the field 'f' (fields) holds seconds since 1970, and %s maps it as date of the format strict_date_optional_time||epoch_millis; change one of the two"
                .formatted(file));
    assertThat(
            check(seconds, "'f': {'type': 'date', 'format': 'strict_date||epoch_second'}")
                .problems())
        .isEmpty();
  }

  @Test
  void anIndexWithoutAFileIsLeftAlone() throws Exception {
    Path config =
        Files.writeString(
            folder.resolve("config.yml"),
            """
            application: test
            opensearch: {url: "http://localhost:9200"}
            tables: {photos: {key: {pk: PK}}}
            indexes: {photos: {}}
            entities: {photo: {table: photos, index: photos, rename: {a: b}}}
            """);
    EntityMappings.Result result =
        EntityMappings.check(new SettingsReader().read(config, Map.of()));
    assertThat(result.problems()).isEmpty();
    assertThat(result.notes()).isEmpty();
  }
}
