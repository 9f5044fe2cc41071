package dev.tributary.backfill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SampleTest {

  private static long taken(double percent, String form) {
    Sample sample = new Sample(percent);
    return IntStream.range(0, 100_000).filter(i -> sample.takes(form.formatted(i))).count();
  }

  @ParameterizedTest
  @ValueSource(strings = {"PLACE#%d#PLACE", "%d", "a#%05d", "%d#long and the same at its end"})
  void itTakesAboutSoManyWhateverTheIdsLookLike(String form) {
    assertThat(taken(5, form)).isBetween(4_500L, 5_500L);
    assertThat(taken(0.1, form)).isBetween(50L, 150L);
    assertThat(taken(100, form)).isEqualTo(100_000);
  }

  @Test
  void aLargerSampleHasAllOfASmallerOne() {
    Sample small = new Sample(5);
    Sample large = new Sample(50);
    assertThat(IntStream.range(0, 10_000).mapToObj(i -> "P#" + i).filter(small::takes))
        .isNotEmpty()
        .allMatch(large::takes);
  }

  @Test
  void itIsTheSameInEveryProcess() {
    assertThat(IntStream.range(0, 200).filter(i -> new Sample(5).takes("P#" + i)).boxed())
        .as("else two runs would look at different documents")
        .containsExactly(15, 21, 28, 81, 83, 90, 92, 156, 161, 172, 180, 183, 185, 187);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, 100.1, Double.NaN})
  void whatIsNoPartIsRefused(double percent) {
    assertThatThrownBy(() -> new Sample(percent)).isInstanceOf(IllegalArgumentException.class);
  }
}
