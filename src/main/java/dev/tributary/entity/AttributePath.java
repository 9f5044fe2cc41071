package dev.tributary.entity;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A way into an item, such as {@code admin.country}: names with dots between them. A backslash
 * before a dot, a star or a backslash makes it part of a name.
 *
 * @param text as it was written
 */
public record AttributePath(String text, List<Step> steps) {

  /**
   * One name of a path.
   *
   * @param pieces the texts between its stars: a name without stars has one piece
   */
  public record Step(List<String> pieces) {
    public Step {
      pieces = List.copyOf(pieces);
    }

    public boolean isName() {
      return pieces.size() == 1;
    }

    /** The name itself. */
    public String name() {
      if (!isName()) {
        throw new IllegalStateException("many names: " + this);
      }
      return pieces.get(0);
    }

    public boolean matches(String name) {
      String first = pieces.get(0);
      if (isName()) {
        return name.equals(first);
      }
      String last = pieces.get(pieces.size() - 1);
      if (name.length() < first.length() + last.length()
          || !name.startsWith(first)
          || !name.endsWith(last)) {
        return false;
      }
      int at = first.length();
      int end = name.length() - last.length();
      for (String piece : pieces.subList(1, pieces.size() - 1)) {
        int found = name.indexOf(piece, at);
        if (found < 0 || found + piece.length() > end) {
          return false;
        }
        at = found + piece.length();
      }
      return true;
    }
  }

  public AttributePath {
    Objects.requireNonNull(text, "text");
    steps = List.copyOf(steps);
  }

  /**
   * @throws IllegalArgumentException with a sentence that says what is wrong
   */
  public static AttributePath parse(String text) {
    List<Step> steps = new ArrayList<>();
    List<String> pieces = new ArrayList<>();
    StringBuilder piece = new StringBuilder();
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '\\') {
        at++;
        if (at == text.length() || ".*\\".indexOf(text.charAt(at)) < 0) {
          throw new IllegalArgumentException(
              "has a \\ before nothing that needs one; write \\\\ for a backslash");
        }
        piece.append(text.charAt(at));
      } else if (c == '*') {
        pieces.add(take(piece));
      } else if (c == '.') {
        steps.add(step(pieces, piece));
      } else {
        piece.append(c);
      }
    }
    steps.add(step(pieces, piece));
    return new AttributePath(text, steps);
  }

  private static Step step(List<String> pieces, StringBuilder last) {
    pieces.add(take(last));
    if (pieces.equals(List.of(""))) {
      throw new IllegalArgumentException(
          "has an empty name in it; write \\. for a dot that belongs to a name");
    }
    Step step = new Step(pieces);
    pieces.clear();
    return step;
  }

  private static String take(StringBuilder piece) {
    String taken = piece.toString();
    piece.setLength(0);
    return taken;
  }

  public boolean hasWildcard() {
    return !steps.stream().allMatch(Step::isName);
  }

  /** The names of a path without wildcards. */
  public List<String> names() {
    return steps.stream().map(Step::name).toList();
  }

  @Override
  public String toString() {
    return text;
  }
}
