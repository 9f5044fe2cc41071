package dev.tributary.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyPatternTest {

  @ParameterizedTest
  @CsvSource({
    "PLACE, PLACE",
    "PLACE#{id}, PLACE#plc_1",
    "SRC#*, SRC#2025-09-26T00:00:00Z",
    "SRC#*, SRC#",
    "*, anything#at#all",
    "*#END, a#b#END",
    "A#{}#B, A#x#B",
    "URL#{url*}, URL#https://example.com/#top",
    "{a*}#x{b}, 1#x2#3#x4",
    "\\{a}\\*\\\\, '{a}*\\'",
    "geozone::{collection}, geozone::bcparks_1",
    "日本#{名}, 日本#東京",
  })
  void aKeyMatches(String pattern, String key) {
    assertThat(parse(pattern).match(key)).isPresent();
  }

  @ParameterizedTest
  @CsvSource({
    "PLACE, PLACES",
    "PLACE, place",
    "PLACE#{id}, PLACE#",
    "PLACE#{id}, PLACE#a#b",
    "PLACE#{id}, XPLACE#a",
    "SRC#*, SRC",
    "{a}#END, #END",
    "URL#{url*}, URL#",
    "A#{}#B, A##B",
    "A#{}#B, A#x#y#B",
  })
  void aKeyDoesNotMatch(String pattern, String key) {
    assertThat(parse(pattern).match(key)).isEmpty();
  }

  private static KeyPattern parse(String pattern) {
    return KeyPattern.parse(pattern.replace("{名}", "{name}"));
  }

  @Test
  void capturesBecomeFields() {
    assertThat(KeyPattern.parse("ORG#{orgId}#EVT#{eventId}").match("ORG#kr#EVT#seoul-2024"))
        .contains(Map.of("orgId", "kr", "eventId", "seoul-2024"));
    assertThat(KeyPattern.parse("BIB#{}#PHOTO#{ulid}").match("BIB#12#PHOTO#01H"))
        .contains(Map.of("ulid", "01H"));
  }

  @Test
  void aCaptureTakesAsLittleAsItCanAndAsMuchAsItMust() {
    assertThat(KeyPattern.parse("{a}-{b}").match("1-2-3")).contains(Map.of("a", "1", "b", "2-3"));
    assertThat(KeyPattern.parse("{a*}x{b}").match("1x2#3x4"))
        .contains(Map.of("a", "1x2#3", "b", "4"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
      ''        | is empty; write * for any key
      A#{id     | has a { that is never closed; write \\{ for an ordinary one
      {a}{b}    | has two captures with nothing between them; put the text that parts them there
      {a}*      | has two captures with nothing between them; put the text that parts them there
      *#*       | has two parts that take #; at most one may
      {a*}#{b*} | has two parts that take #; at most one may
      {a b}     | has the capture {a b}, whose name is not a letter followed by letters, digits and _
      {_id}     | has the capture {_id}, whose name is not a letter followed by letters, digits and _
      a\\b      | has a \\ before nothing that needs one; write \\\\ for a backslash
      """)
  void aPatternThatCannotBeReadSaysWhy(String pattern, String why) {
    assertThatThrownBy(() -> KeyPattern.parse(pattern))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(why);
  }

  @Test
  @Timeout(value = 10, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aLongKeyThatAlmostMatchesCostsNoMoreThanOneThatDoes() {
    String dashes = "-".repeat(2048);
    assertThat(KeyPattern.parse("{a}-{b}-{c}-{d}-{e}-{f}#X").match(dashes)).isEmpty();
    assertThat(KeyPattern.parse("{a}-{b}-{c*}-{d}-{e}-{f}#X").match(dashes)).isEmpty();
  }

  /** The pattern as a regular expression, whose captures take as little as they can, too. */
  @Test
  void shortKeysMatchAsRegularExpressionsSay() {
    Random random = new Random(7);
    String[] parts = {"{a}", "{b}", "{c*}", "*", "x", "#", "-", "x-", "-#", "#x"};
    int matched = 0;
    for (int i = 0; i < 200_000; i++) {
      String text = text(random, parts, 1 + random.nextInt(6));
      KeyPattern pattern;
      try {
        pattern = KeyPattern.parse(text);
      } catch (IllegalArgumentException e) {
        continue;
      }
      String regex =
          text.replace("*", ".*?")
              .replaceAll("\\{([ab])}", "(?<$1>[^#]+?)")
              .replace("{c.*?}", "(?<c>.+?)");
      Matcher matcher;
      try {
        matcher = Pattern.compile(regex).matcher("");
      } catch (PatternSyntaxException e) {
        continue; // one name twice, which the config's reader refuses
      }
      String key = text(random, new String[] {"x", "#", "-", "y"}, random.nextInt(9));
      boolean expected = matcher.reset(key).matches();
      Optional<Map<String, String>> found = pattern.match(key);
      assertThat(found.isPresent()).as("%s on %s", text, key).isEqualTo(expected);
      if (expected) {
        matched++;
        for (String name : pattern.names()) {
          assertThat(found.get().get(name))
              .as("%s on %s", text, key)
              .isEqualTo(matcher.group(name));
        }
      }
    }
    assertThat(matched).isGreaterThan(1000);
  }

  private static String text(Random random, String[] parts, int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(parts[random.nextInt(parts.length)]);
    }
    return text.toString();
  }
}
