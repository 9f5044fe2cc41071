package dev.tributary.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The local OpenSearch knows Japanese words, under the names that Amazon OpenSearch has. */
final class KuromojiIT {
  private final RawOpenSearch openSearch = new RawOpenSearch(Servers.shared().openSearch());

  @BeforeAll
  static void isThere() {
    Servers.assumeKuromoji();
  }

  @Test
  void theAnalyzerCutsCompoundsAndTakesInflectionsAway() {
    assertThat(words("'analyzer':'kuromoji','text':'関西国際空港へ飛んだ'"))
        .containsExactly("関西", "国際", "空港", "飛ぶ");
  }

  @Test
  void theAnalyzerTakesWideLettersAndNarrowKatakanaForTheUsualOnes() {
    assertThat(words("'analyzer':'kuromoji','text':'ＡＩ ｻｰﾊﾞｰ'"))
        .isEqualTo(words("'analyzer':'kuromoji','text':'AI サーバー'"));
  }

  @Test
  void theTokenizerHasItsModes() {
    assertThat(words("'tokenizer':'kuromoji_tokenizer','text':'関西国際空港'"))
        .containsExactlyInAnyOrder("関西国際空港", "関西", "国際", "空港");
    assertThat(words("'tokenizer':{'type':'kuromoji_tokenizer','mode':'normal'},'text':'関西国際空港'"))
        .containsExactly("関西国際空港");
    assertThat(
            words(
                "'tokenizer':{'type':'kuromoji_tokenizer','discard_compound_token':true},'text':'関西国際空港'"))
        .containsExactly("関西", "国際", "空港");
  }

  @Test
  void theFiltersDoWhatTheyAreNamedFor() {
    assertThat(filtered("kuromoji_baseform", "飛ん")).containsExactly("飛ぶ");
    assertThat(filtered("kuromoji_part_of_speech", "寿司がおいしい")).containsExactly("寿司", "おいしい");
    assertThat(filtered("kuromoji_readingform", "寿司")).containsExactly("スシ");
    assertThat(filtered("kuromoji_stemmer", "サーバー")).containsExactly("サーバ");
    assertThat(filtered("ja_stop", "これは寿司")).containsExactly("寿司");
  }

  @Test
  void whatOnlyTheOfficialPluginHasIsRefused() {
    assertThat(reason("'type':'kuromoji_tokenizer','user_dictionary':'words.txt'"))
        .contains("has no [user_dictionary]");
    assertThat(reason("'type':'kuromoji_tokenizer','mode':'serach'"))
        .isEqualTo("mode [serach] of kuromoji must be search, normal or extended");
  }

  private List<String> filtered(String filter, String text) {
    return words(
        "'tokenizer':'kuromoji_tokenizer','filter':['%s'],'text':'%s'".formatted(filter, text));
  }

  private List<String> words(String request) {
    JsonNode answer = analyze(request);
    assertThat(answer.has("tokens")).as(answer::toString).isTrue();
    return StreamSupport.stream(answer.get("tokens").spliterator(), false)
        .map(token -> token.get("token").asText())
        .toList();
  }

  private String reason(String tokenizer) {
    return analyze("'tokenizer':{" + tokenizer + "},'text':'寿司'").at("/error/reason").asText();
  }

  private JsonNode analyze(String request) {
    return openSearch.ask("POST", "/_analyze", "{" + request.replace('\'', '"') + "}");
  }
}
