package dev.tributary.change;

import java.util.Objects;

/**
 * A stream record's place. Compared as a number, never as text, and only within one stream. The
 * digits are enough for that: a number of forty digits for each record would cost more than all
 * else that is done with it.
 *
 * @param text as the stream wrote it, leading zeros included: that form goes back to the stream
 */
public record SequenceNumber(String text) implements Comparable<SequenceNumber> {

  public SequenceNumber {
    Objects.requireNonNull(text, "text");
    if (!isNumber(text)) {
      throw new NumberFormatException("Not a sequence number: " + text);
    }
  }

  private static boolean isNumber(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return !text.isEmpty();
  }

  public static SequenceNumber of(String text) {
    return new SequenceNumber(text);
  }

  @Override
  public int compareTo(SequenceNumber other) {
    int mine = start();
    int theirs = other.start();
    int longer = Integer.compare(text.length() - mine, other.text.length() - theirs);
    for (int i = 0; longer == 0 && mine + i < text.length(); i++) {
      longer = Character.compare(text.charAt(mine + i), other.text.charAt(theirs + i));
    }
    return longer;
  }

  /** Where the zeros end that do not count. */
  private int start() {
    int start = 0;
    while (start < text.length() && text.charAt(start) == '0') {
      start++;
    }
    return start;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SequenceNumber that && compareTo(that) == 0;
  }

  @Override
  public int hashCode() {
    int hash = 0;
    for (int i = start(); i < text.length(); i++) {
      hash = 31 * hash + text.charAt(i);
    }
    return hash;
  }

  @Override
  public String toString() {
    return text;
  }
}
