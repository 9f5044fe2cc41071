package dev.tributary;

import static dev.tributary.LetterFixtures.NOW;
import static dev.tributary.LetterFixtures.letter;
import static dev.tributary.LetterFixtures.withoutKey;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tributary.backfill.RedriveRun;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LetterTextTest {

  @Test
  void aLetterIsOneLine() {
    assertThat(LetterText.line(letter("places", "A#1"), NOW))
        .isEqualTo(
            "places/A#1, entity place, 4 attempts, last 60 min ago, first 3 d ago:"
                + " mapper_parsing_exception: [loc]");
    assertThat(LetterText.line(letter("places", "A#1", Optional.empty(), "first\nsecond", 0), NOW))
        .endsWith("last 0 s ago, first 3 d ago: first");
  }

  @Test
  void allOfALetterHasItsTrace() {
    assertThat(LetterText.all(withoutKey()))
        .contains("id        places/shard-1/17")
        .contains("key       could not be read")
        .contains("entity    not known")
        .contains("  \tat dev.tributary");
    assertThat(LetterText.all(letter("places", "A#1")))
        .contains("key       PLACE / 1")
        .doesNotContain("trace");
  }

  @Test
  void programsGetEveryDigitOfTheVersionAndNoEmptyFields() throws Exception {
    JsonNode json =
        new ObjectMapper()
            .readTree(LetterText.json(List.of(letter("places", "A#1"), withoutKey())));
    assertThat(json.path("count").asInt()).isEqualTo(2);
    JsonNode known = json.at("/deadLetters/0");
    assertThat(known.path("version").textValue()).isEqualTo("1847000000000000017");
    assertThat(known.path("entity").asText()).isEqualTo("place");
    assertThat(known.path("lastAt").asText()).isEqualTo("2026-03-01T11:00:00Z");
    assertThat(known.has("trace")).isFalse();
    JsonNode unknown = json.at("/deadLetters/1");
    assertThat(unknown.has("pk")).isFalse();
    assertThat(unknown.has("entity")).isFalse();
    assertThat(unknown.path("trace").asText()).contains("\tat ");
  }

  @Test
  void theSummaryTellsWhatIsLeft() {
    RedriveRun.Count count = new RedriveRun.Count();
    count.redriven = 3;
    count.refused = 1;
    count.gone = 2;
    assertThat(LetterRedriveCommand.summary(count, 6))
        .isEqualTo("3 redriven, 1 still refused, 2 gone");
    count.unfinished = 1;
    count.impossible = 1;
    assertThat(LetterRedriveCommand.summary(count, 10))
        .isEqualTo(
            "4 redriven (1 wait for objects), 1 still refused, 2 gone, 1 cannot be redriven,"
                + " 2 not tried: their letters are as they were");
  }
}
