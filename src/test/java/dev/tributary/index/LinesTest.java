package dev.tributary.index;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinesTest {

  private static String text(Lines lines) {
    return new String(lines.toByteArray(), StandardCharsets.UTF_8);
  }

  @Test
  void whatIsWrittenFollowsWhatWas() {
    Lines lines = new Lines(0);
    lines.ascii("{\"n\":");
    lines.write('7');
    lines.writeBytes("}é".getBytes(StandardCharsets.UTF_8));
    assertThat(text(lines)).isEqualTo("{\"n\":7}é");
    assertThat(lines.size()).isEqualTo(9);
  }

  @Test
  void itGrowsAsFarAsItIsWrittenTo() {
    Lines lines = new Lines(0);
    String line = "0123456789".repeat(1000);
    lines.ascii(line);
    lines.writeBytes(line.getBytes(StandardCharsets.UTF_8));
    lines.quoted(line);
    assertThat(text(lines)).isEqualTo(line + line + '"' + line + '"');
  }

  @Test
  void afterItIsClearedNothingIsLeftOfWhatWas() {
    Lines lines = new Lines(0);
    lines.ascii("what was");
    lines.clear(0);
    lines.ascii("is");
    assertThat(text(lines)).isEqualTo("is");
    lines.writeBytes(new byte[9 << 20]);
    lines.clear(100);
    assertThat(lines.size()).isZero();
    lines.quoted("now");
    assertThat(text(lines)).isEqualTo("\"now\"");
  }

  /** DynamoDB Local takes such keys, and no document of that id is to end a worker. */
  @ParameterizedTest
  @ValueSource(strings = {"a\ud800b", "a\udc00b"})
  void halfACharacterBecomesAQuestionMark(String text) {
    Lines lines = new Lines(0);
    lines.quoted(text);
    assertThat(text(lines)).isEqualTo("\"a?b\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "A#B",
        "a\"b",
        "a\\b",
        "a\nb",
        "\u0000",
        "\u007f",
        "é",
        "中文",
        "a😀b",
        "plain, then é"
      })
  void aStringIsWhatJsonReadsAsIt(String text) throws IOException {
    Lines lines = new Lines(0);
    lines.ascii("[1,");
    lines.quoted(text);
    lines.ascii(",2]");
    assertThat(new ObjectMapper().readTree(lines.toByteArray()).get(1).textValue()).isEqualTo(text);
  }
}
