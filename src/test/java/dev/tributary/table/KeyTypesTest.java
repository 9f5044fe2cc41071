package dev.tributary.table;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

class KeyTypesTest {

  @ParameterizedTest
  @CsvSource({"N, seven", "N, 1E999999999", "N, 1.", "N, ''", "B, a+b/", "B, a"})
  void refusesATextThatIsNoSuchKey(ScalarAttributeType type, String text) {
    KeyTypes types = new KeyTypes("places", type, Optional.empty());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> types.key(text, Optional.empty()))
        .withMessageContaining("'" + text + "' is no key of type " + type + " in table 'places'");
  }

  @Test
  void refusesASortKeyTooManyOrTooFew() {
    KeyTypes alone = new KeyTypes("places", ScalarAttributeType.S, Optional.empty());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> alone.key("a", Optional.of("b")))
        .withMessage("table 'places' has no sort key, but this key has one");
    KeyTypes both =
        new KeyTypes("places", ScalarAttributeType.S, Optional.of(ScalarAttributeType.N));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> both.key("a", Optional.empty()))
        .withMessage("table 'places' has a sort key, but this key has none");
  }
}
