package dev.tributary.change;

import java.math.BigInteger;
import java.util.Objects;

/**
 * A stream record's place. Compared as a number, never as text, and only within one stream.
 *
 * @param text as the stream wrote it, leading zeros included: that form goes back to the stream
 */
public record SequenceNumber(BigInteger value, String text) implements Comparable<SequenceNumber> {

  public SequenceNumber {
    Objects.requireNonNull(value, "value");
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
    return new SequenceNumber(new BigInteger(text), text);
  }

  @Override
  public int compareTo(SequenceNumber other) {
    return value.compareTo(other.value);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SequenceNumber that && value.equals(that.value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
