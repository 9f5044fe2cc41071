package dev.tributary.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonNumbersTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-0",
        "7",
        "-7",
        "10",
        "0.5",
        "-0.05",
        "1.50",
        "1E+20",
        "1e-7",
        "1.5E3",
        "0E1",
        "12345678901234567890123456789012345678",
        "-0.00000000000000000000000000000000000001",
        "9.9999999999999999999999999999999999999E+125"
      })
  void digitsThatJsonTakesStayAsTheyAre(String digits) {
    assertThat(JsonNumbers.of(digits)).isSameAs(digits);
  }

  @ParameterizedTest
  @CsvSource({
    "+5, 5",
    ".5, 0.5",
    "-.5, -0.5",
    "5., 5",
    "007, 7",
    "-00.5, -0.5",
    "+1E+20, 1E+20",
    "5.E1, 5E+1",
    "012345678901234567890123456789.12345678, 12345678901234567890123456789.12345678",
  })
  void otherSpellingsAreMadeJson(String digits, String json) {
    assertThat(JsonNumbers.of(digits)).isEqualTo(json);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "-", "NaN", "Infinity", "1E", "1E+", "0x10", "1 ", "1,5", "1.2.3", "--1"})
  void refusesWhatIsNoNumber(String digits) {
    assertThatThrownBy(() -> JsonNumbers.of(digits)).isInstanceOf(NumberFormatException.class);
  }
}
