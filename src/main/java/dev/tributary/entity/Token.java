package dev.tributary.entity;

import java.util.ArrayList;
import java.util.List;

/** A pattern or an id, taken apart so that {@link Overlap} can walk it one character at a time. */
record Token(Kind kind, char literal) {

  enum Kind {
    /** This character. */
    LITERAL,
    /** The {@code #} that joins pk and sk to an id. */
    JOINT,
    /** Any one character, or any but {@code #}. */
    ANY,
    ANY_BUT_HASH,
    /** Any number of them, also none. */
    RUN,
    RUN_WITHOUT_HASH
  }

  private static final Token JOINT = new Token(Kind.JOINT, '#');

  static List<Token> ofKey(KeyPattern pattern) {
    return tokens(pattern, false);
  }

  static List<Token> ofId(KeyRule key, IdForm id) {
    List<Token> tokens = tokens(key.pk(), id == IdForm.ESCAPED);
    key.sk()
        .ifPresent(
            sk -> {
              tokens.add(JOINT);
              tokens.addAll(tokens(sk, false));
            });
    return tokens;
  }

  private static List<Token> tokens(KeyPattern pattern, boolean escaped) {
    List<Token> tokens = new ArrayList<>();
    for (KeyPattern.Part part : pattern.parts()) {
      if (part instanceof KeyPattern.Part.Literal literal) {
        String text = escaped ? IdForm.escape(literal.text()) : literal.text();
        text.chars().forEach(c -> tokens.add(new Token(Kind.LITERAL, (char) c)));
      } else {
        KeyPattern.Part.Capture capture = (KeyPattern.Part.Capture) part;
        boolean hash = capture.takesHash() && !escaped;
        // No key of DynamoDB's is empty, so a star alone stands for something.
        if (!capture.mayBeEmpty() || pattern.parts().size() == 1) {
          tokens.add(new Token(hash ? Kind.ANY : Kind.ANY_BUT_HASH, ' '));
        }
        tokens.add(new Token(hash ? Kind.RUN : Kind.RUN_WITHOUT_HASH, ' '));
      }
    }
    return tokens;
  }

  boolean isRun() {
    return kind == Kind.RUN || kind == Kind.RUN_WITHOUT_HASH;
  }

  boolean isJoint() {
    return kind == Kind.JOINT;
  }

  boolean takes(char c) {
    return switch (kind) {
      case LITERAL, JOINT -> c == literal;
      case ANY_BUT_HASH, RUN_WITHOUT_HASH -> c != '#';
      case ANY, RUN -> true;
    };
  }
}
