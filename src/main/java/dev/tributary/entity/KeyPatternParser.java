package dev.tributary.entity;

import dev.tributary.entity.KeyPattern.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads a {@link KeyPattern} from its text. */
final class KeyPatternParser {

  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");

  private final String text;
  private final List<Part> parts = new ArrayList<>();
  private final StringBuilder literal = new StringBuilder();

  private KeyPatternParser(String text) {
    this.text = text;
  }

  static List<Part> parse(String text) {
    return new KeyPatternParser(text).parts();
  }

  private List<Part> parts() {
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '\\') {
        at = escaped(at + 1);
      } else if (c == '*') {
        add(new Part.Capture(Optional.empty(), true, true));
        at++;
      } else if (c == '{') {
        at = capture(at);
      } else {
        literal.append(c);
        at++;
      }
    }
    endLiteral();
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("is empty; write * for any key");
    }
    return parts;
  }

  private int escaped(int at) {
    if (at == text.length() || "{*\\".indexOf(text.charAt(at)) < 0) {
      throw new IllegalArgumentException(
          "has a \\ before nothing that needs one; write \\\\ for a backslash");
    }
    literal.append(text.charAt(at));
    return at + 1;
  }

  private int capture(int at) {
    int end = text.indexOf('}', at);
    if (end < 0) {
      throw new IllegalArgumentException(
          "has a { that is never closed; write \\{ for an ordinary one");
    }
    String inside = text.substring(at + 1, end);
    boolean takesHash = inside.endsWith("*");
    String name = takesHash ? inside.substring(0, inside.length() - 1) : inside;
    if (!name.isEmpty() && !NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "has the capture {%s}, whose name is not a letter followed by letters, digits and _"
              .formatted(inside));
    }
    add(new Part.Capture(Optional.of(name).filter(n -> !n.isEmpty()), takesHash, false));
    return end + 1;
  }

  private void add(Part.Capture capture) {
    endLiteral();
    if (!parts.isEmpty() && parts.get(parts.size() - 1) instanceof Part.Capture) {
      throw new IllegalArgumentException(
          "has two captures with nothing between them; put the text that parts them there");
    }
    if (capture.takesHash() && parts.stream().anyMatch(KeyPatternParser::takesHash)) {
      throw new IllegalArgumentException("has two parts that take #; at most one may");
    }
    parts.add(capture);
  }

  private static boolean takesHash(Part part) {
    return part instanceof Part.Capture capture && capture.takesHash();
  }

  private void endLiteral() {
    if (!literal.isEmpty()) {
      parts.add(new Part.Literal(literal.toString()));
      literal.setLength(0);
    }
  }
}
