package dev.tributary.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class LiveIndexTest {

  private static LiveIndex behindPlaces(String answer) throws Exception {
    return LiveIndex.behind("places", new ObjectMapper().readTree(answer.replace('\'', '"')));
  }

  @Test
  void anAliasThatSaysNothingAboutWritesAllowsThem() throws Exception {
    assertThat(behindPlaces("{'p-7': {'aliases': {'places': {}}}}").name()).isEqualTo("p-7");
  }

  @Test
  void anAliasOfSeveralIndexesIsRefusedAlsoWithAWriteIndex() {
    assertThatThrownBy(
            () ->
                behindPlaces(
                    "{'a': {'aliases': {'places': {'is_write_index': true}}}, 'b': {'aliases': {'places': {}}}}"))
        .isInstanceOf(InvalidIndexException.class)
        .hasMessageContaining("the alias 'places' points at several indexes, [a, b]")
        .hasMessageContaining("POST /_aliases");
  }

  @Test
  void anAliasThatForbidsWritesIsRefused() {
    assertThatThrownBy(
            () -> behindPlaces("{'a': {'aliases': {'places': {'is_write_index': false}}}}"))
        .isInstanceOf(InvalidIndexException.class)
        .hasMessageContaining("the alias 'places' forbids writing to 'a'");
  }

  @Test
  void aConcreteIndexIsRefused() {
    assertThatThrownBy(() -> behindPlaces("{'places': {'aliases': {}}}"))
        .isInstanceOf(InvalidIndexException.class)
        .hasMessageContaining("'places' is a concrete index")
        .hasMessageContaining("reindex it into 'places-000001'");
  }

  @Test
  void strictInEitherFormRefusesUnknownFields() throws Exception {
    assertThat(behindPlaces("{'a': {'mappings': {'dynamic': 'strict'}}}").strict()).isTrue();
    assertThat(behindPlaces("{'a': {'mappings': {'dynamic': 'strict_allow_templates'}}}").strict())
        .isTrue();
    assertThat(behindPlaces("{'a': {'mappings': {'dynamic': 'false'}}}").strict()).isFalse();
    assertThat(behindPlaces("{'a': {'mappings': {}}}").strict()).isFalse();
  }
}
