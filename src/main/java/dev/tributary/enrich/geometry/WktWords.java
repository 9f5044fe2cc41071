package dev.tributary.enrich.geometry;

import java.io.IOException;
import java.io.Reader;

/** Splits well-known text into words, numbers and signs. */
final class WktWords {

  /** No number or type is as long; a longer word is cut, and then is neither. */
  private static final int LONGEST = 64;

  private final Reader text;
  private final StringBuilder word = new StringBuilder();
  private int ahead = -2;
  private String peeked;

  WktWords(Reader text) {
    this.text = text;
  }

  /** The word that comes next, empty at the end. */
  String peek() throws IOException {
    if (peeked == null) {
      peeked = read();
    }
    return peeked;
  }

  void next() throws IOException {
    peek();
    peeked = null;
  }

  private String read() throws IOException {
    int character = ahead == -2 ? text.read() : ahead;
    while (character >= 0 && (Character.isWhitespace(character) || character == '\uFEFF')) {
      character = text.read();
    }
    word.setLength(0);
    if (character >= 0 && !isOfWord(character)) {
      ahead = -2;
      return String.valueOf((char) character);
    }
    while (character >= 0 && isOfWord(character)) {
      if (word.length() <= LONGEST) {
        word.append((char) character);
      }
      character = text.read();
    }
    ahead = character;
    return word.toString();
  }

  private static boolean isOfWord(int character) {
    return Character.isLetterOrDigit(character)
        || character == '.'
        || character == '-'
        || character == '+';
  }
}
