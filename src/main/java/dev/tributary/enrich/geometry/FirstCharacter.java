package dev.tributary.enrich.geometry;

import java.io.IOException;
import java.io.InputStream;

/** Looks at the first character of a text that is neither blank nor a byte order mark. */
final class FirstCharacter {

  private static final int[] MARK = {0xef, 0xbb, 0xbf};

  private FirstCharacter() {}

  /** Leaves the stream at that character; -1 where there is none. */
  static int of(InputStream text) throws IOException {
    for (int at = 0; ; at++) {
      text.mark(1);
      int read = text.read();
      boolean passed = Character.isWhitespace(read) || (at < MARK.length && read == MARK[at]);
      if (!passed) {
        if (read >= 0) {
          text.reset();
        }
        return read;
      }
    }
  }

  static String shown(int character) {
    return character > ' ' && character < 0x7f
        ? "'" + (char) character + "'"
        : "byte 0x%02x".formatted(character);
  }
}
