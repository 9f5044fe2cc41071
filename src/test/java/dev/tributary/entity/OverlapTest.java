package dev.tributary.entity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OverlapTest {

  @ParameterizedTest
  @CsvSource({
    "PLACE, PLACE, true",
    "PLACE, SRC#*, false",
    "PLACE#{a}, PLACE#{b}, true",
    "A#{x}, A#{x}#B, false",
    "A#*, A#{x}#B, true",
    "*END, START*, true",
    "{a}, {a*}, true",
    "{a}x, {a}y, false",
    "*, PLACE, true",
  })
  void patternsMeetOrNot(String one, String other, boolean meet) {
    assertThat(Overlap.of(KeyPattern.parse(one), KeyPattern.parse(other))).isEqualTo(meet);
    assertThat(Overlap.of(KeyPattern.parse(other), KeyPattern.parse(one))).isEqualTo(meet);
  }

  @Test
  void keysThatMayHoldHashesShareIds() {
    KeyRule anything = rule("*", "*");
    assertThat(Overlap.ofIds(anything, IdForm.LITERAL, anything, IdForm.LITERAL, true))
        .contains(new Overlap.SharedId("x##x", "x# / x", "x / #x"));
    assertThat(Overlap.ofIds(anything, IdForm.ESCAPED, anything, IdForm.ESCAPED, true)).isEmpty();
  }

  @Test
  void capturesWithoutHashesTellTheKeysApart() {
    for (KeyRule rule :
        List.of(
            rule("PLACE#{id}", "PLACE"),
            rule("SHOP#{domain}", "URL#*"),
            rule("ORG#{o}#EVT#{e}", "PHOTO#{ulid}"),
            rule("{pk}", "*"))) {
      assertThat(Overlap.ofIds(rule, IdForm.LITERAL, rule, IdForm.LITERAL, true)).isEmpty();
    }
  }

  @Test
  void twoEntitiesMayShareIdsThoughEachAloneDoesNot() {
    KeyRule one = rule("A#{x}", "{y}");
    KeyRule other = rule("A", "{x}#{y}");
    assertThat(Overlap.ofIds(one, IdForm.LITERAL, other, IdForm.LITERAL, true))
        .contains(new Overlap.SharedId("A#x#x", "A#x / x", "A / x#x"));
  }

  @Test
  void inTwoTablesTheSameKeyIsTwoItems() {
    KeyRule rule = rule("PLACE#{id}", "PLACE");
    assertThat(Overlap.ofIds(rule, IdForm.ESCAPED, rule, IdForm.ESCAPED, false)).isPresent();
    KeyRule elsewhere = rule("SHOP#{id}", "META");
    assertThat(Overlap.ofIds(rule, IdForm.LITERAL, elsewhere, IdForm.LITERAL, false)).isEmpty();
  }

  @Test
  void aLiteralIdMayLookLikeAnEscapedOne() {
    // The keys a%23b / META and a#b / META.
    KeyRule literal = rule("{id}", "META");
    KeyRule escaped = rule("{id*}", "META");
    assertThat(Overlap.ofIds(literal, IdForm.LITERAL, escaped, IdForm.ESCAPED, true)).isPresent();
    KeyRule elsewhere = rule("NOTE#{id}", "META");
    assertThat(Overlap.ofIds(elsewhere, IdForm.LITERAL, escaped, IdForm.ESCAPED, true)).isEmpty();
  }

  /** Against the plain way: all short keys that match, joined, and looked up. */
  @Test
  void randomRulesAreJudgedAsByTryingAllShortKeys() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    int shared = 0;
    for (int round = 0; round < 400; round++) {
      KeyRule one = randomRule(random);
      KeyRule other = randomRule(random);
      Optional<Overlap.SharedId> found =
          Overlap.ofIds(one, IdForm.LITERAL, other, IdForm.LITERAL, true);
      Optional<String> tried = byTrying(one, other);
      String rules = "seed " + seed + ": " + one + " and " + other;
      if (tried.isPresent()) {
        assertThat(found).as(rules).isPresent();
        assertThat(found.get().id().length()).as(rules).isLessThanOrEqualTo(tried.get().length());
        shared++;
      } else {
        assertThat(found.map(f -> f.id().length()).orElse(99)).as(rules).isGreaterThan(5);
      }
    }
    assertThat(shared).as("seed %d", seed).isPositive();
  }

  private static final List<String> PIECES = List.of("a", "#", "a#", "{}", "{x*}", "*");

  private static KeyRule randomRule(Random random) {
    return new KeyRule(randomPattern(random), Optional.of(randomPattern(random)));
  }

  private static KeyPattern randomPattern(Random random) {
    while (true) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i <= random.nextInt(3); i++) {
        text.append(PIECES.get(random.nextInt(PIECES.size())));
      }
      try {
        return KeyPattern.parse(text.toString());
      } catch (IllegalArgumentException e) {
        // Not a pattern: another one.
      }
    }
  }

  private static Optional<String> byTrying(KeyRule one, KeyRule other) {
    List<String> texts = new ArrayList<>(List.of(""));
    for (int i = 0; texts.get(i).length() < 4; i++) {
      for (char c : new char[] {'a', 'x', '#'}) {
        texts.add(texts.get(i) + c);
      }
    }
    Map<String, List<String>> joined = new HashMap<>();
    for (String pk : matching(one.pk(), texts)) {
      for (String sk : matching(one.sk().orElseThrow(), texts)) {
        if (pk.length() + sk.length() < 5) {
          joined.computeIfAbsent(pk + "#" + sk, id -> new ArrayList<>()).add(pk);
        }
      }
    }
    return matching(other.pk(), texts).stream()
        .flatMap(
            pk ->
                matching(other.sk().orElseThrow(), texts).stream()
                    .map(sk -> pk + "#" + sk)
                    .filter(
                        id ->
                            joined.getOrDefault(id, List.of()).stream()
                                .anyMatch(p -> !p.equals(pk))))
        .min(java.util.Comparator.comparing(String::length));
  }

  private static List<String> matching(KeyPattern pattern, List<String> texts) {
    return texts.stream()
        .filter(text -> !text.isEmpty() && pattern.match(text).isPresent())
        .toList();
  }

  private static KeyRule rule(String pk, String sk) {
    return new KeyRule(KeyPattern.parse(pk), Optional.of(KeyPattern.parse(sk)));
  }
}
