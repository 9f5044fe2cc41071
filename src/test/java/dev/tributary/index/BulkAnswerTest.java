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
            3,
            0);

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
    assertThatThrownBy(() -> BulkAnswer.parse(bytes("{\"items\": []}"), 1, 0))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("1 actions was answered for 0");
  }

  @Test
  void anActionAnsweredByNothingIsNoAnswer() {
    for (String item : new String[] {"{}", "7", "null"}) {
      assertThatThrownBy(() -> BulkAnswer.parse(bytes("{\"items\": [" + item + "]}"), 1, 0))
          .as("else the bulk would never be answered, and its shards would stand still")
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void theAnswersToGuardsAreLeftOut() throws IOException {
    String json =
        """
        {"items": [{"delete": {"status": 404}},
          {"index": {"status": 409, "error": {"type": "version_conflict_engine_exception"}}}]}
        """;
    assertThat(BulkAnswer.parse(bytes(json), 1, 1)).containsExactly(new ItemAnswer(404, 0, "", ""));
  }

  @Test
  void aReasonThatQuotesALargeValueIsCut() throws IOException {
    String json =
        "{\"items\": [{\"index\": {\"status\": 400, \"error\": {\"type\": \"t\", \"reason\": \"bad: "
            + "x".repeat(300_000)
            + "\"}}}]}";
    assertThat(BulkAnswer.parse(bytes(json), 1, 0).get(0).reason())
        .startsWith("bad: xxx")
        .hasSizeLessThan(1100);
  }
}
