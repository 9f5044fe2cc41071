package dev.tributary.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SequenceNumberTest {

  @Test
  void comparesAsANumberWhereTextWouldCompareOtherwise() {
    SequenceNumber shorter = SequenceNumber.of("999900000000006077105867");
    SequenceNumber longer = SequenceNumber.of("4421584500000000017450439091");

    assertThat(shorter).isLessThan(longer);
    assertThat(shorter.text()).isGreaterThan(longer.text());
  }

  @Test
  void leadingZerosDoNotCount() {
    SequenceNumber padded = SequenceNumber.of("000000000000000000042");
    SequenceNumber plain = SequenceNumber.of("42");

    assertThat(padded).isEqualByComparingTo(plain).isEqualTo(plain).hasSameHashCodeAs(plain);
    assertThat(padded).isLessThan(SequenceNumber.of("43"));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 000, 0",
    "0, 1, -1",
    "12, 13, -1",
    "21, 13, 1",
    "99, 100, -1",
    "0100, 99, 1",
    "4421584500000000017450439091, 4421584500000000017450439092, -1"
  })
  void comparesDigitByDigit(String one, String other, int expected) {
    SequenceNumber first = SequenceNumber.of(one);
    SequenceNumber second = SequenceNumber.of(other);
    assertThat(Integer.signum(first.compareTo(second))).isEqualTo(expected);
    assertThat(Integer.signum(second.compareTo(first))).isEqualTo(-expected);
    assertThat(first.equals(second)).isEqualTo(expected == 0);
  }

  @Test
  void keepsTheTextThatTheStreamWrote() {
    assertThat(SequenceNumber.of("000000000000000000042")).hasToString("000000000000000000042");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "TRIM_HORIZON", "-1", "+1", "1.5", "٤٢"})
  void refusesWhatIsNotDigits(String text) {
    assertThatThrownBy(() -> SequenceNumber.of(text)).isInstanceOf(NumberFormatException.class);
  }
}
