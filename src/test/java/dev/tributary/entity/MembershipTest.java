package dev.tributary.entity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.change.Value;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MembershipTest {

  private static Rule rule(String pk, List<Condition> where, List<Condition> unless, IdForm id) {
    KeyRule key = new KeyRule(KeyPattern.parse(pk), Optional.of(KeyPattern.parse("A#{b}")));
    return new Rule(key, where, unless, Shape.WHOLE, id, false);
  }

  private static Condition in(String path, Value... values) {
    return new Condition(AttributePath.parse(path), new Criterion.In(List.of(values)));
  }

  private static Condition has(String path, Criterion criterion) {
    return new Condition(AttributePath.parse(path), criterion);
  }

  private static final Value X = new Value.Text("x");
  private static final Value Y = new Value.Text("y");

  private static String digest(Rule rule) {
    return Membership.digest("places", rule);
  }

  private static String where(Condition... conditions) {
    return digest(rule("P#{p}", List.of(conditions), List.of(), IdForm.LITERAL));
  }

  @Test
  void everythingThatDecidesWhichItemsAreWhereIsPartOfIt() {
    Rule plain = rule("P#{p}", List.of(), List.of(), IdForm.LITERAL);
    List<String> digests =
        List.of(
            digest(plain),
            Membership.digest("others", plain),
            digest(rule("Q#{p}", List.of(), List.of(), IdForm.LITERAL)),
            digest(rule("P#{p*}", List.of(), List.of(), IdForm.LITERAL)),
            digest(rule("P#*", List.of(), List.of(), IdForm.LITERAL)),
            digest(rule("P#{p}", List.of(), List.of(), IdForm.ESCAPED)),
            where(in("a", X)),
            digest(rule("P#{p}", List.of(), List.of(in("a", X)), IdForm.LITERAL)),
            where(in("b", X)),
            where(in("a.b", X)),
            where(in("a\\.b", X)),
            where(in("a", Y)),
            where(in("a", X, Y)),
            where(in("a", X), in("b", X)),
            where(in("a", new Value.Text("1"))),
            where(in("a", new Value.Numeric("1"))),
            where(in("a", new Value.Bool(true))),
            where(in("a", new Value.Text("true"))),
            where(in("a", new Value.Text("x\" or \"y"))),
            where(has("a", new Criterion.Exists())),
            where(has("a", new Criterion.Absent())),
            where(has("a", new Criterion.Prefix("x"))));
    Set<String> distinct = new HashSet<>(digests);
    assertThat(distinct).hasSameSizeAs(digests);
  }

  @Test
  void whatDecidesNothingIsNot() {
    assertThat(where(in("a", Y, X), in("b", X))).isEqualTo(where(in("b", X), in("a", X, Y)));
    assertThat(where(in("a", new Value.Numeric("1.0"))))
        .isEqualTo(where(in("a", new Value.Numeric("1"))));
    assertThat(digest(rule("P#{name}", List.of(), List.of(), IdForm.LITERAL)))
        .as("what a capture is called")
        .isEqualTo(digest(rule("P#{}", List.of(), List.of(), IdForm.LITERAL)));
  }
}
