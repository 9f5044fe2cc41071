package dev.tributary.index;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tributary.index.MappedFields.Found;
import java.util.List;
import org.junit.jupiter.api.Test;

class MappedFieldsTest {

  private static Found find(String mappings, String path) throws Exception {
    return new MappedFields(new ObjectMapper().readTree(mappings.replace('\'', '"')))
        .find(List.of(path.split("\\.")));
  }

  @Test
  void fieldsAreFoundInObjectsHoweverTheyAreWritten() throws Exception {
    for (String mappings :
        List.of(
            "{'properties': {'a': {'properties': {'b': {'type': 'long'}}}}}",
            "{'properties': {'a.b': {'type': 'long'}}}",
            "{'properties': {'a.b': {'type': 'long'}, 'a.c': {'type': 'text'}}}")) {
      assertThat(find(mappings, "a.b"))
          .isInstanceOfSatisfying(
              Found.Field.class,
              field -> assertThat(MappedKind.type(field.mapping())).isEqualTo("long"));
    }
  }

  @Test
  void theNearestObjectThatSaysSoDecidesAboutUnknownFields() throws Exception {
    String mappings =
        "{'dynamic': false, 'properties': {'s': {'dynamic': 'strict', 'properties': {'o':"
            + " {'type': 'object'}}}, 't': {'type': 'object', 'dynamic': true}}}";
    assertThat(find(mappings, "x")).isEqualTo(new Found.Stored());
    assertThat(find(mappings, "s.x")).isEqualTo(new Found.Refused());
    assertThat(find(mappings, "s.o.x")).isEqualTo(new Found.Refused());
    assertThat(find(mappings, "t.x")).isEqualTo(new Found.Anything());
    assertThat(find("{}", "x")).isEqualTo(new Found.Anything());
  }

  @Test
  void belowAPlainFieldThereIsNothingAndOthersTakeAnything() throws Exception {
    String mappings =
        "{'dynamic': 'strict', 'properties': {'k': {'type': 'keyword'}, 'g': {'type': 'geo_point'},"
            + " 'f': {'type': 'flat_object'}, 'd': {'type': 'object', 'enabled': false}}}";
    assertThat(find(mappings, "k.x")).isEqualTo(new Found.Blocked("k", "keyword"));
    assertThat(find(mappings, "g.lat")).isEqualTo(new Found.Anything());
    assertThat(find(mappings, "f.x")).isEqualTo(new Found.Anything());
    assertThat(find(mappings, "d.x")).isEqualTo(new Found.Anything());
  }
}
