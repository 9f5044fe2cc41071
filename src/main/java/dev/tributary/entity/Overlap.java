package dev.tributary.entity;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Whether two patterns have a text in common, found by walking both at once, one character at a
 * time, until both are at their end. The walk that gets there first has written the shortest
 * example.
 *
 * <p>For ids the walk also notes where each key's parts are joined. Two keys of one table share an
 * id only if they are joined at different places: else they are the same key. That holds where both
 * ids are made in one way: a literal {@code a%23} is an escaped {@code a#}.
 */
public final class Overlap {

  /** Where a capture takes any character, examples show one of these, whichever is no literal. */
  private static final String EXAMPLE_LETTERS = "xyzabcdefghijklmnopqrstuvw";

  /** Two different keys that have one id, each as {@code pk / sk}. */
  public record SharedId(String id, String key, String otherKey) {}

  /** The tokens at which both walkers stand, and whether their keys are joined at two places. */
  private record Stand(int one, int other, boolean apart) {}

  /** A joint is the place in the text where pk and sk meet, or -1 before that. */
  private record Walk(Stand stand, String text, int joint, int otherJoint) {
    SharedId shared() {
      return new SharedId(text, key(joint), key(otherJoint));
    }

    private String key(int at) {
      return at < 0 ? text : text.substring(0, at) + " / " + text.substring(at + 1);
    }
  }

  private final List<Token> one;
  private final List<Token> other;
  private final boolean mustBeApart;
  private final Set<Character> alphabet = new LinkedHashSet<>();

  private Overlap(List<Token> one, List<Token> other, boolean mustBeApart) {
    this.one = one;
    this.other = other;
    this.mustBeApart = mustBeApart;
    // Characters that no literal names are all alike: one of them stands for the rest.
    Set<Character> literals = new LinkedHashSet<>(List.of('#'));
    Stream.concat(one.stream(), other.stream())
        .filter(token -> token.kind() == Token.Kind.LITERAL)
        .forEach(token -> literals.add(token.literal()));
    char any = 0;
    for (int i = 0; any == 0 || literals.contains(any); i++) {
      any = i < EXAMPLE_LETTERS.length() ? EXAMPLE_LETTERS.charAt(i) : (char) ('\u0100' + i);
    }
    alphabet.add(any);
    alphabet.addAll(literals);
  }

  /** Whether some text matches both. */
  public static boolean of(KeyPattern one, KeyPattern other) {
    return new Overlap(Token.ofKey(one), Token.ofKey(other), false).shortest().isPresent();
  }

  /** Whether some key matches both. */
  public static boolean of(KeyRule one, KeyRule other) {
    return of(one.pk(), other.pk())
        && of(one.sk().orElse(KeyPattern.ANY), other.sk().orElse(KeyPattern.ANY));
  }

  /**
   * Two different keys with one id, if there can be any.
   *
   * @param oneTable whether both rules are about the same table, where equal keys are one item
   */
  public static Optional<SharedId> ofIds(
      KeyRule one, IdForm form, KeyRule other, IdForm otherForm, boolean oneTable) {
    boolean mustBeApart = oneTable && form == otherForm;
    return new Overlap(Token.ofId(one, form), Token.ofId(other, otherForm), mustBeApart)
        .shortest()
        .map(Walk::shared);
  }

  private Optional<Walk> shortest() {
    Deque<Walk> ahead = new ArrayDeque<>(List.of(new Walk(new Stand(0, 0, false), "", -1, -1)));
    Set<Stand> seen = new HashSet<>();
    while (!ahead.isEmpty()) {
      Walk walk = ahead.poll();
      if (!seen.add(walk.stand())) {
        continue;
      }
      if (isEnd(walk.stand())) {
        return Optional.of(walk);
      }
      // A run that ends here writes nothing, so it is no longer way: first in, first looked at.
      endRuns(walk, ahead);
      for (char c : alphabet) {
        step(walk, c).ifPresent(ahead::addLast);
      }
    }
    return Optional.empty();
  }

  private boolean isEnd(Stand stand) {
    return stand.one() == one.size()
        && stand.other() == other.size()
        && (stand.apart() || !mustBeApart);
  }

  private void endRuns(Walk walk, Deque<Walk> ahead) {
    Stand at = walk.stand();
    if (at.one() < one.size() && one.get(at.one()).isRun()) {
      Stand next = new Stand(at.one() + 1, at.other(), at.apart());
      ahead.addFirst(new Walk(next, walk.text(), walk.joint(), walk.otherJoint()));
    }
    if (at.other() < other.size() && other.get(at.other()).isRun()) {
      Stand next = new Stand(at.one(), at.other() + 1, at.apart());
      ahead.addFirst(new Walk(next, walk.text(), walk.joint(), walk.otherJoint()));
    }
  }

  private Optional<Walk> step(Walk walk, char c) {
    Stand at = walk.stand();
    if (at.one() == one.size() || at.other() == other.size()) {
      return Optional.empty();
    }
    Token first = one.get(at.one());
    Token second = other.get(at.other());
    if (!first.takes(c) || !second.takes(c)) {
      return Optional.empty();
    }
    int here = walk.text().length();
    Stand next =
        new Stand(
            at.one() + (first.isRun() ? 0 : 1),
            at.other() + (second.isRun() ? 0 : 1),
            at.apart() || first.isJoint() != second.isJoint());
    return Optional.of(
        new Walk(
            next,
            walk.text() + c,
            first.isJoint() ? here : walk.joint(),
            second.isJoint() ? here : walk.otherJoint()));
  }
}
