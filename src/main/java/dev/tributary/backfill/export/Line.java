package dev.tributary.backfill.export;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** One line after the other, of which one is in memory; empty ones are passed over. */
final class Line {

  /** An item has 400 KB; in JSON, and with all its types named, it may be some times that. */
  static final int MOST_BYTES = 16 << 20;

  private static final int FIRST_BYTES = 4096;
  private static final int BUFFER = 1 << 16;

  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER];
  private int from;
  private int to;
  private byte[] bytes = new byte[FIRST_BYTES];
  private int length;
  private long number;

  Line(InputStream in) {
    this.in = in;
  }

  /** A line that no item can have. */
  static final class TooLongException extends Exception {
    private static final long serialVersionUID = 1L;
  }

  /** False at the end. */
  boolean next() throws IOException, TooLongException {
    length = 0;
    while (fill()) {
      int end = from;
      while (end < to && buffer[end] != '\n') {
        end++;
      }
      add(end - from);
      from = end;
      if (end < to) {
        from++;
        number++;
        if (length > 0) {
          return true;
        }
      }
    }
    number += length > 0 ? 1 : 0;
    return length > 0;
  }

  private boolean fill() throws IOException {
    if (from == to) {
      from = 0;
      to = Math.max(0, in.read(buffer));
    }
    return from < to;
  }

  private void add(int count) throws TooLongException {
    if (length + count > MOST_BYTES) {
      number++;
      throw new TooLongException();
    }
    if (length + count > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + count, 2 * length));
    }
    System.arraycopy(buffer, from, bytes, length, count);
    length += count;
  }

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  /** From 1. */
  long number() {
    return number;
  }
}
