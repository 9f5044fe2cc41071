package dev.tributary.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class UnitsTest {

  @ParameterizedTest
  @CsvSource({
    "0ms, PT0S",
    "250ms, PT0.25S",
    "10s, PT10S",
    "5m, PT5M",
    "1h, PT1H",
    "090s, PT1M30S",
    "999999999999h, PT999999999999H"
  })
  void readsDurations(String text, Duration duration) {
    assertThat(Units.duration(text)).contains(duration);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10",
        "s",
        "-1s",
        "1.5s",
        "1 s",
        "1S",
        "1d",
        "PT1S",
        "1s\n",
        "9999999999999s",
        "١s"
      })
  void refusesWhatIsNoDuration(String text) {
    assertThat(Units.duration(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1, 1",
    "512KiB, 524288",
    "64MiB, 67108864",
    "1GiB, 1073741824",
    "999999999GiB, 1073741822926258176",
    "999999999999999999, 999999999999999999"
  })
  void readsSizes(String text, long bytes) {
    assertThat(Units.bytes(text)).contains(bytes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "MiB",
        "-1",
        "1.5MiB",
        "1 MiB",
        "1MB",
        "1mib",
        "1B",
        "1e6",
        "1_000",
        "9999999999GiB"
      })
  void refusesWhatIsNoSize(String text) {
    assertThat(Units.bytes(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0s", "1ms", "1500ms", "90s", "1m", "10m", "61m", "1h", "720h", "59s"})
  void showsDurationsAsTheyAreWritten(String text) {
    assertThat(Units.show(Units.duration(text).orElseThrow())).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "1", "1000", "1KiB", "1025KiB", "90MiB", "3GiB"})
  void showsSizesAsTheyAreWritten(String text) {
    assertThat(Units.show(Units.bytes(text).orElseThrow())).isEqualTo(text);
  }
}
