package dev.tributary;

import static dev.tributary.LetterFixtures.NOW;
import static dev.tributary.LetterFixtures.letter;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.table.DeadLetters.Filed;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

class LetterFilterTest {

  private static LetterFilter filter(String... options) {
    LetterFilterOptions parsed = new LetterFilterOptions();
    new CommandLine(CommandLine.Model.CommandSpec.create().addMixin("filter", spec(parsed)))
        .parseArgs(options);
    return parsed.filter();
  }

  private static CommandLine.Model.CommandSpec spec(Object options) {
    return CommandLine.Model.CommandSpec.forAnnotatedObject(options);
  }

  /** Last refused an hour before. */
  private static final Filed LETTER =
      letter("places", "A#1", Optional.of("place"), "mapper_parsing_exception: Bad [loc]", 60);

  @ParameterizedTest
  @CsvSource({
    "--index, places, true",
    "--index, archive, false",
    "--entity, place, true",
    "--entity, other, false",
    "--id, A#1, true",
    "--id, A, false",
    "--reason, bad [LOC], true",
    "--reason, bad (loc), false",
    "--older-than, 59m, true",
    "--older-than, 1h, true",
    "--older-than, 61m, false",
    "--newer-than, 61m, true",
    "--newer-than, 1h, false",
  })
  void eachOptionChooses(String option, String value, boolean taken) {
    assertThat(filter(option, value).takes(LETTER, NOW)).isEqualTo(taken);
  }

  @Test
  void allOptionsMustHold() {
    assertThat(filter("--index", "places", "--entity", "place").takes(LETTER, NOW)).isTrue();
    assertThat(filter("--index", "places", "--entity", "other").takes(LETTER, NOW)).isFalse();
    assertThat(filter("--older-than", "2h", "--newer-than", "3h").takes(LETTER, NOW)).isFalse();
  }

  @Test
  void aLetterWithoutAnEntityIsNotTakenByOne() {
    Filed unknown = letter("(none)", "Places/A#1", Optional.empty(), "a fault", 1);
    assertThat(filter("--entity", "place").takes(unknown, NOW)).isFalse();
    assertThat(filter().takes(unknown, NOW)).isTrue();
  }

  @Test
  void withoutAnyItTakesAll() {
    assertThat(filter().takesAll()).isTrue();
    assertThat(filter("--newer-than", "1h").takesAll()).isFalse();
    assertThat(filter().takes(LETTER, NOW)).isTrue();
  }

  @Test
  void aDurationWithoutAUnitIsExplained() {
    assertThatThrownBy(() -> filter("--older-than", "3"))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("--older-than")
        .hasMessageContaining("'3' is no duration; write it as 90s, 10m or 48h");
  }
}
