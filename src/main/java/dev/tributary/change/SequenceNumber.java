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
    if (text.isEmpty() || !text.chars().allMatch(digit -> digit >= '0' && digit <= '9')) {
      throw new NumberFormatException("Not a sequence number: " + text);
    }
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
