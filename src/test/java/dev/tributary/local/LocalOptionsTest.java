package dev.tributary.local;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

final class LocalOptionsTest {
  @Test
  void refusesAPortThatCannotBe() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LocalOptions.defaults().withPorts(0, 65_536, 0))
        .withMessageContaining("65536");
  }

  @Test
  void refusesAnOpenSearchThatIsNotHere() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LocalOptions.defaults().withOpenSearchLine(1));
  }
}
