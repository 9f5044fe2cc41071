package dev.tributary;

import static dev.tributary.LetterFixtures.letter;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.Confirmation.Answer;
import dev.tributary.table.DeadLetters.Filed;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

class LetterActOptionsTest {

  private static final List<Filed> TWO = List.of(letter("places", "A#1"), letter("places", "B#2"));
  private static final Confirmation NOBODY = new Confirmation(Optional.empty());

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final LetterActOptions options = new LetterActOptions();
  private final CommandSpec spec =
      CommandSpec.create().addMixin("act", CommandSpec.forAnnotatedObject(options));

  private LetterFilter chosen(String... arguments) {
    new CommandLine(spec).parseArgs(arguments);
    return options.chosen(spec);
  }

  private OptionalInt before(List<Filed> letters, Confirmation confirmation, String... arguments) {
    new CommandLine(spec).parseArgs(arguments);
    return options.before(
        "Redrive", letters, confirmation, new PrintWriter(out, true), new PrintWriter(err, true));
  }

  private static Confirmation typed(String answer) {
    return new Confirmation(Optional.of(question -> answer));
  }

  @Test
  void allLettersAreMeantOnlyIfSaidSo() {
    assertThatThrownBy(this::chosen)
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("--all");
    assertThat(chosen("--all").takesAll()).isTrue();
    assertThat(chosen("--index", "places").takesAll()).isFalse();
    assertThatThrownBy(() -> chosen("--all", "--index", "places"))
        .isInstanceOf(ParameterException.class);
  }

  @Test
  void aDryRunListsAndCountsAndNeverAsks() {
    assertThat(before(TWO, typed("y"), "--dry-run", "--yes")).hasValue(0);
    assertThat(out.toString())
        .contains("places/A#1")
        .contains("places/B#2")
        .endsWith("2 dead letters; nothing was done" + System.lineSeparator());
  }

  @Test
  void theCountIsToldBeforeTheQuestion() {
    Confirmation asked =
        new Confirmation(
            Optional.of(
                question -> {
                  assertThat(question).isEqualTo("Redrive 2 dead letters? [y/N] ");
                  assertThat(out.toString()).startsWith("2 dead letters");
                  return "y";
                }));
    assertThat(before(TWO, asked)).isEmpty();
  }

  @Test
  void aNoDoesNothing() {
    assertThat(before(TWO, typed("n"))).hasValue(1);
    assertThat(out.toString()).contains("nothing was done");
  }

  @Test
  void withoutATerminalSomebodyMustHaveSaidYes() {
    assertThat(before(TWO, NOBODY)).hasValue(2);
    assertThat(err.toString()).contains("repeat it with --yes");
    assertThat(before(TWO, NOBODY, "--yes")).isEmpty();
  }

  @Test
  void nothingToDoIsDoneWithoutAQuestion() {
    assertThat(before(List.of(), NOBODY)).hasValue(0);
    assertThat(out.toString()).startsWith("0 dead letters; nothing was done");
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "END",
      value = {"y, YES", "Yes, YES", "' YES ', YES", "'', NO", "no, NO", "yep, NO", "END, NO"})
  void onlyAYesIsOne(String typed, Answer answer) {
    assertThat(typed(typed).ask("Sure?", false)).isEqualTo(answer);
  }
}
