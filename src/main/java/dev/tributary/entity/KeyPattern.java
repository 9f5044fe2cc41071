package dev.tributary.entity;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A pattern for one part of a key, such as {@code ORG#{orgId}#EVT#{eventId}}.
 *
 * <pre>
 *   {name}    one or more characters, no #; becomes a field
 *   {name*}   one or more characters of any kind; becomes a field
 *   {}        like {name}, without a field
 *   *         anything, also nothing: SRC#* is a prefix
 *   \         before {, * or \ makes that character an ordinary one
 * </pre>
 *
 * <p>At most one part may take {@code #}, and two captures need text between them: so there is one
 * way to read a key nearly always, and where there are more, each capture takes as little as it
 * can, from left to right.
 *
 * @param text as it was written
 */
public record KeyPattern(String text, List<Part> parts) {

  /** Matches every key. */
  public static final KeyPattern ANY = parse("*");

  /** A piece of a pattern. */
  public sealed interface Part {
    record Literal(String text) implements Part {
      public Literal {
        Objects.requireNonNull(text, "text");
      }
    }

    /**
     * @param name the field that it becomes, if any
     * @param takesHash whether it may hold {@code #}
     * @param mayBeEmpty whether it may hold nothing
     */
    record Capture(Optional<String> name, boolean takesHash, boolean mayBeEmpty) implements Part {
      public Capture {
        Objects.requireNonNull(name, "name");
      }
    }
  }

  public KeyPattern {
    Objects.requireNonNull(text, "text");
    parts = List.copyOf(parts);
  }

  /**
   * @throws IllegalArgumentException with a sentence that says what is wrong
   */
  public static KeyPattern parse(String text) {
    return new KeyPattern(text, KeyPatternParser.parse(text));
  }

  /** A pattern for this very text. */
  public static KeyPattern literal(String text) {
    return new KeyPattern(text, List.of(new Part.Literal(text)));
  }

  /** A pattern for everything that starts with this text. */
  public static KeyPattern prefix(String text) {
    List<Part> parts = new ArrayList<>(List.of(new Part.Literal(text)));
    parts.addAll(ANY.parts);
    return new KeyPattern(text + "*", parts);
  }

  /** The names of its captures, in their order. */
  public List<String> names() {
    return parts.stream()
        .filter(Part.Capture.class::isInstance)
        .flatMap(part -> ((Part.Capture) part).name().stream())
        .toList();
  }

  /** What the captures hold, by their names; absent where the key does not match. */
  public Optional<Map<String, String>> match(String key) {
    int[] starts = new int[parts.size() + 1];
    return match(key, 0, 0, starts) ? Optional.of(captured(key, starts)) : Optional.empty();
  }

  private Map<String, String> captured(String key, int[] starts) {
    Map<String, String> captured = Map.of();
    for (int i = 0; i < parts.size(); i++) {
      if (parts.get(i) instanceof Part.Capture capture && capture.name().isPresent()) {
        captured = captured.isEmpty() ? new LinkedHashMap<>() : captured;
        captured.put(capture.name().get(), key.substring(starts[i], starts[i + 1]));
      }
    }
    return captured;
  }

  /** Whether the parts from this one on match the key from here on; notes where each starts. */
  private boolean match(String key, int part, int at, int[] starts) {
    starts[part] = at;
    if (part == parts.size()) {
      return at == key.length();
    }
    if (parts.get(part) instanceof Part.Literal literal) {
      return key.startsWith(literal.text(), at)
          && match(key, part + 1, at + literal.text().length(), starts);
    }
    Part.Capture capture = (Part.Capture) parts.get(part);
    int least = at + (capture.mayBeEmpty() ? 0 : 1);
    int most = capture.takesHash() ? key.length() : endOfRun(key, at);
    if (part + 1 == parts.size()) {
      starts[part + 1] = key.length();
      return least <= key.length() && most == key.length();
    }
    String next = ((Part.Literal) parts.get(part + 1)).text();
    if (part + 2 == parts.size()) {
      int end = key.length() - next.length();
      return least <= end && end <= most && match(key, part + 1, end, starts);
    }
    for (int end = key.indexOf(next, least); end >= 0 && end <= most; ) {
      if (match(key, part + 1, end, starts)) {
        return true;
      }
      // Without # the first place is the best: any later one leaves less to those that follow. To
      // try them all would take a long key and a few captures for ever.
      if (!capture.takesHash()) {
        return false;
      }
      end = key.indexOf(next, end + 1);
    }
    return false;
  }

  private static int endOfRun(String key, int at) {
    int hash = key.indexOf('#', at);
    return hash < 0 ? key.length() : hash;
  }

  @Override
  public String toString() {
    return text;
  }
}
