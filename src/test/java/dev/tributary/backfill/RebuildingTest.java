package dev.tributary.backfill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.table.Rebuilds.Step;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RebuildingTest {

  private static final List<String> WHOLE =
      List.of(
          "load",
          "verify",
          "copy",
          "swap",
          "store swapped",
          "copy since",
          "store copied",
          "settle");

  private final PlayedRebuild played = new PlayedRebuild();

  @Test
  void itsStepsHaveAnOrder() throws Exception {
    assertThat(played.run(false)).isTrue();
    assertThat(played.story).isEqualTo(WHOLE);
    assertThat(played.stored.step()).isEqualTo(Step.COPIED);
    assertThat(played.newFields).isEqualTo(Map.of("a", "2", "late", "1"));
  }

  /** Before and after each thing that is done. */
  static IntStream places() throws Exception {
    PlayedRebuild whole = new PlayedRebuild();
    whole.run(false);
    return IntStream.range(0, whole.places());
  }

  @ParameterizedTest
  @MethodSource("places")
  void oneThatDiesAnywhereComesToTheSameEnd(int place) throws Exception {
    played.dieAt(place);
    assertThatThrownBy(() -> played.run(false)).isInstanceOf(PlayedRebuild.Died.class);
    played.dieAt(-1);
    assertThat(played.run(false)).isTrue();

    List<String> story = played.story;
    assertThat(story).containsSubsequence(WHOLE).endsWith("settle");
    assertThat(Collections.frequency(story, "swap")).isEqualTo(1);
    assertThat(story.subList(story.indexOf("swap"), story.size()))
        .as("what overwrites, while the other program writes there")
        .doesNotContain("copy");
    assertThat(story.subList(0, story.indexOf("swap"))).doesNotContain("copy since", "settle");
    assertThat(played.newFields)
        .as("what the other program wrote last, and just before the swap")
        .isEqualTo(Map.of("a", "2", "late", "1"));
  }

  /** An update of one of two places may be lost twice as well as once. */
  @ParameterizedTest
  @MethodSource("places")
  void oneThatDiesTwiceAtTheSamePlaceGoesOnAllTheSame(int place) throws Exception {
    for (int death = 0; death < 2; death++) {
      played.dieAt(place);
      try {
        played.run(false);
      } catch (PlayedRebuild.Died e) {
        // It goes on.
      }
    }
    played.dieAt(-1);
    assertThat(played.run(false)).isTrue();
    assertThat(Collections.frequency(played.story, "swap")).isEqualTo(1);
    assertThat(played.newFields).isEqualTo(Map.of("a", "2", "late", "1"));
  }

  @Test
  void oneThatDiffersIsNotSwapped() {
    played.differences = 3;
    assertThatThrownBy(() -> played.run(false))
        .hasMessageContaining("differs")
        .hasMessageContaining("3");
    assertThat(played.story).doesNotContain("copy", "swap");
  }

  /** A mapping that refused all of a small index left it empty, with the exit code 0. */
  @Test
  void oneThatRefusesWhatTheOldOneHasIsSwappedOnlyIfThatIsAccepted() throws Exception {
    played.listed = new NewlyListed(412, List.of("412: mapper_parsing_exception, as A#1"));
    assertThatThrownBy(() -> played.run(false))
        .hasMessageContaining("412 documents")
        .hasMessageContaining("mapper_parsing_exception")
        .hasMessageContaining("--accept-listed")
        .hasMessageContaining("--abort");
    assertThat(played.story).containsExactly("load", "verify");

    assertThat(played.run(true)).isTrue();
    assertThat(played.story).containsSubsequence(WHOLE);
    assertThat(played.lines).anyMatch(line -> line.contains("412") && line.contains("accepted"));
  }

  @Test
  void whatWasLostBeforeItIsVerifiedIsMadeGoodByThat() throws Exception {
    played.lost = 2;
    assertThat(played.run(false)).isTrue();
    assertThat(played.lost).isZero();
    assertThat(played.story).containsSubsequence("verify", "made good", "swap");
    assertThat(Collections.frequency(played.story, "verify")).isEqualTo(1);
  }

  /** Interrupted for more than a day behind the swap, it ended with 0 and an index with holes. */
  @Test
  void whatIsLostBehindTheSwapIsVerifiedBeforeItEnds() throws Exception {
    played.workersFollow = false;
    assertThat(played.run(false)).isFalse();
    played.workersFollow = true;
    played.lost = 1;
    List<String> before = new ArrayList<>(played.story);
    assertThat(played.run(false)).isTrue();
    assertThat(played.story.subList(before.size(), played.story.size()))
        .containsExactly("verify", "made good", "settle");
    assertThat(played.lost).isZero();
  }

  @Test
  void oneThatLostRecordsAndStaysDifferentDoesNotEnd() throws Exception {
    played.workersFollow = false;
    assertThat(played.run(false)).isFalse();
    played.workersFollow = true;
    played.lost = 1;
    played.differences = 5;
    assertThatThrownBy(() -> played.run(false)).hasMessageContaining("it is not done");
    assertThat(played.lost).as("the next run verifies again").isEqualTo(1);
    assertThat(played.story).doesNotContain("settle");
  }
}
