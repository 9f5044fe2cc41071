package dev.tributary.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SubstitutionTest {
  private final Substitution substitution =
      new Substitution(Map.of("A", "alpha", "B_2", "beta", "EMPTY", "", "ODD", "${A} $${ }"));
  private final List<String> problems = new ArrayList<>();

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "plain, plain",
        "'', ''",
        "${A}, alpha",
        "x${A}y${B_2}z, xalphaybetaz",
        "${A:-else}, alpha",
        "${UNSET:-else}, else",
        "${EMPTY:-else}, else",
        "${EMPTY}, ''",
        "${UNSET:-}, ''",
        "${UNSET:-a:-b$c}, a:-b$c",
        "$A $ $$ }, $A $ $$ }",
        "$${A}, ${A}",
        "$$${A}, $${A}",
        "$${${A}}, ${alpha}",
        "${ODD}, ${A} $${ }",
      })
  void fills(String written, String filled) {
    assertThat(substitution.fill(written, problems::add)).contains(filled);
    assertThat(problems).isEmpty();
  }

  @Test
  void aVariableThatIsNotSetIsReadFromTheFileThatItsOwnFileVariableNames(@TempDir Path folder)
      throws IOException {
    Path secret = Files.writeString(folder.resolve("secret"), "hunter2\n\n");
    Substitution files =
        new Substitution(
            Map.of("P_FILE", secret.toString(), "Q", "own", "Q_FILE", secret.toString()));
    assertThat(files.fill("${P}", problems::add)).contains("hunter2\n");
    assertThat(files.fill("${P:-else}", problems::add)).contains("hunter2\n");
    assertThat(files.fill("${Q}", problems::add)).contains("own");
    assertThat(problems).isEmpty();
  }

  @Test
  void aFileThatCannotBeReadIsAProblemThatNamesIt(@TempDir Path folder) throws IOException {
    Path tooLong = Files.write(folder.resolve("long"), new byte[(64 << 10) + 1]);
    Substitution files =
        new Substitution(Map.of("P_FILE", "/nowhere/secret", "L_FILE", tooLong.toString()));
    assertThat(files.fill("${P:-else}", problems::add)).isEmpty();
    assertThat(files.fill("${L}", problems::add)).isEmpty();
    assertThat(problems)
        .containsExactly(
            "P_FILE names '/nowhere/secret', which cannot be read: it is not there",
            "L_FILE names '%s', which is longer than any value".formatted(tooLong));
  }

  @Test
  void everyUnsetVariableIsAProblem() {
    assertThat(substitution.fill("${X}${A}${Y}", problems::add)).isEmpty();
    assertThat(problems)
        .containsExactly(
            "the environment variable X is not set; set it, or write ${X:-default}",
            "the environment variable Y is not set; set it, or write ${Y:-default}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"${", "hunter2${A", "${A}${B_2"})
  void anUnclosedBraceIsAProblem(String written) {
    assertThat(substitution.fill(written, problems::add)).isEmpty();
    assertThat(problems)
        .containsExactly("a ${ is never closed; add the }, or for a literal ${ write $${");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"${}", "${hunter2-x}", "${1A}", "${ A }", "${A:?hunter2}", "${:-hunter2}"})
  void whatIsNoVariableIsAProblemThatQuotesNothing(String written) {
    assertThat(substitution.fill(written, problems::add)).isEmpty();
    assertThat(problems)
        .containsExactly(
            "${…} holds no variable; write ${NAME} or ${NAME:-default},"
                + " and for a literal ${ write $${");
  }

  @Test
  void aVariableInADefaultIsAProblemRatherThanHalfAValue() {
    assertThat(substitution.fill("${A:-${B_2}}", problems::add)).isEmpty();
    assertThat(problems)
        .containsExactly("the default of ${A:-…} holds another ${, which does not work");
  }
}
