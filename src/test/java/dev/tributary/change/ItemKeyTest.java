package dev.tributary.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ItemKeyTest {

  @Test
  void textKeysAreTheirOwnText() {
    ItemKey key = ItemKey.of(new Value.Text("PLACE#1"), new Value.Text("META"));

    assertThat(key.pkText()).isEqualTo("PLACE#1");
    assertThat(key.skText()).contains("META");
  }

  @Test
  void aTableWithoutASortKeyHasNoSortKeyText() {
    assertThat(ItemKey.of(new Value.Text("a")).skText()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "1E+20, 100000000000000000000",
    "100000000000000000000, 100000000000000000000",
    "1.0, 1",
    "1, 1",
    "-0.50, -0.5",
    "0E+3, 0",
    "-0.0, 0",
    "1E-7, 0.0000001",
    "12345678901234567890123456789012345678, 12345678901234567890123456789012345678",
  })
  void oneNumberIsOneTextHoweverItWasWritten(String digits, String text) {
    assertThat(ItemKey.of(new Value.Numeric(digits)).pkText()).isEqualTo(text);
  }

  @Test
  void binaryKeysAreBase64ForUrlsWithoutPadding() {
    byte[] bytes = {(byte) 0xFB, (byte) 0xFF, (byte) 0xFE, 1};

    assertThat(ItemKey.of(new Value.Binary(ByteBuffer.wrap(bytes))).pkText()).isEqualTo("-__-AQ");
  }

  @Test
  void readingABinaryKeyDoesNotUseItUp() {
    ByteBuffer part = ByteBuffer.wrap(new byte[] {9, 1, 2, 9}, 1, 2);
    ItemKey key = ItemKey.of(new Value.Binary(part));

    assertThat(key.pkText()).isEqualTo(key.pkText()).isEqualTo("AQI");
  }

  @Test
  void printsBothKeysForPeople() {
    assertThat(ItemKey.of(new Value.Text("a"), new Value.Numeric("7"))).hasToString("a / 7");
    assertThat(ItemKey.of(new Value.Text("a"))).hasToString("a");
  }
}
