package dev.tributary.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class BulkAnswerTest {

  private static byte[] bytes(String json) {
    return json.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void answersComeInTheOrderOfTheActions() throws IOException {
    var items =
        BulkAnswer.parse(
            bytes(
                """
                {"errors": true, "items": [
                  {"index": {"status": 201, "_version": 7}},
                  {"delete": {"status": 404}},
                  {"index": {"status": 400, "error": {"type": "mapper_parsing_exception",
                    "reason": "failed to parse field [loc]",
                    "caused_by": {"type": "x", "reason": "latitude [91.0] out of bounds",
                      "caused_by": {"reason": "failed to parse field [loc]"}}}}}]}
                """),
            3);

    assertThat(items)
        .containsExactly(
            new ItemAnswer(201, 7, "", ""),
            new ItemAnswer(404, 0, "", ""),
            new ItemAnswer(
                400,
                0,
                "mapper_parsing_exception",
                "failed to parse field [loc]: latitude [91.0] out of bounds"));
  }

  @Test
  void anAnswerForFewerActionsThanWereSentIsNoAnswer() {
    assertThatThrownBy(() -> BulkAnswer.parse(bytes("{\"items\": []}"), 1))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("1 actions was answered for 0");
  }
}
