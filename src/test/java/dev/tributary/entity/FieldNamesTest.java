package dev.tributary.entity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FieldNamesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PK",
        "name",
        "_foo",
        "_ttl",
        "__typename",
        "__edb_e__",
        "id_",
        "_i",
        "_idx",
        "a_b",
        "a b",
        " a",
        "100%",
        "50%off",
        "%2e",
        "%",
        "日本",
        "aws:rep:deleting",
        "a-b",
        "a/b",
        "$ref",
        "\""
      })
  void ordinaryNamesStay(String name) {
    assertThat(FieldNames.ofAttribute(name)).isEqualTo(name);
    assertThat(FieldNames.ofEntry(name)).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "_id",
        "_source",
        "_index",
        "_routing",
        "_version",
        "_seq_no",
        "_primary_term",
        "_ignored",
        "_field_names",
        "_type",
        "_size",
        "_nested_path",
        "_doc_count",
        "_tier",
        "_tombstone",
        "_data_stream_timestamp",
        "_feature",
        "_parent_join",
        "_recovery_source",
        "__soft_deletes",
        "_sync"
      })
  void reservedNamesGetAnUnderscoreAtTheTopOnly(String name) {
    assertThat(FieldNames.ofAttribute(name)).isEqualTo(name + "_");
    assertThat(FieldNames.ofAttribute(name + "_")).isEqualTo(name + "__");
    assertThat(FieldNames.ofEntry(name)).isEqualTo(name);
  }

  @ParameterizedTest
  @CsvSource(
      ignoreLeadingAndTrailingWhitespace = false,
      value = {"'',_", "_,__", "__,___", "' ',' _'", "' _',' __'", "'\t','\t_'", "' __',' ___'"})
  void emptyAndBlankNamesGetAnUnderscoreAtAnyDepth(String name, String field) {
    assertThat(FieldNames.ofAttribute(name)).isEqualTo(field);
    assertThat(FieldNames.ofEntry(name)).isEqualTo(field);
  }

  @ParameterizedTest
  @CsvSource({
    "a.b, a%2Eb",
    ".a, %2Ea",
    "a., a%2E",
    "a..b, a%2E%2Eb",
    "., %2E",
    "..., %2E%2E%2E",
    "_id.x, _id%2Ex",
    "a%2Eb, a%252Eb",
    "a%252Eb, a%25252Eb",
    "5%.5, 5%25%2E5",
  })
  void dotsAreEscapedAtAnyDepth(String name, String field) {
    assertThat(FieldNames.ofAttribute(name)).isEqualTo(field);
    assertThat(FieldNames.ofEntry(name)).isEqualTo(field);
  }

  @Test
  void noTwoNamesMeetInOneField() {
    List<String> names =
        allNamesOf(List.of(".", "%", "2E", "25", "_", " ", "_id", "_sync", "a"), 5);

    assertNoneMeet(names, FieldNames::ofAttribute);
    assertNoneMeet(names, FieldNames::ofEntry);
  }

  private static void assertNoneMeet(List<String> names, UnaryOperator<String> rule) {
    Map<String, String> nameByField = new HashMap<>();
    for (String name : names) {
      String field = rule.apply(name);
      assertThat(field.isBlank() || field.indexOf('.') >= 0)
          .as("%s becomes %s", name, field)
          .isFalse();
      String earlier = nameByField.putIfAbsent(field, name);
      assertThat(earlier == null || earlier.equals(name))
          .as("%s and %s both become %s", earlier, name, field)
          .isTrue();
    }
  }

  /** Every way to put up to so many parts together. */
  private static List<String> allNamesOf(List<String> parts, int most) {
    List<String> all = new ArrayList<>(List.of(""));
    List<String> longest = all;
    for (int length = 1; length <= most; length++) {
      List<String> longer = new ArrayList<>();
      for (String name : longest) {
        parts.forEach(part -> longer.add(name + part));
      }
      all = new ArrayList<>(all);
      all.addAll(longer);
      longest = longer;
    }
    return all;
  }
}
