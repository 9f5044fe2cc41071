package dev.tributary.enrich.objects;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Decodes {@code %41}. Once: what comes out may hold {@code %} again. {@code +} is a plus. */
final class Percent {
  private Percent() {}

  static String decoded(String text) throws RefusedException {
    if (text.indexOf('%') < 0) {
      return text;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
    for (int i = 0; i < text.length(); ) {
      if (text.charAt(i) == '%') {
        bytes.write(value(text, i));
        i += 3;
      } else {
        int next = text.indexOf('%', i);
        int end = next < 0 ? text.length() : next;
        bytes.writeBytes(text.substring(i, end).getBytes(StandardCharsets.UTF_8));
        i = end;
      }
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes.toByteArray()))
          .toString();
    } catch (CharacterCodingException e) {
      throw new RefusedException(
          Shown.quoted(text) + " does not decode to UTF-8: encode the key's UTF-8 bytes");
    }
  }

  private static int value(String text, int percent) throws RefusedException {
    int high = percent + 2 < text.length() ? digit(text.charAt(percent + 1)) : -1;
    int low = percent + 2 < text.length() ? digit(text.charAt(percent + 2)) : -1;
    if (high < 0 || low < 0) {
      throw new RefusedException(
          Shown.quoted(text) + " has a % that starts no escape: write %25 for a percent sign");
    }
    return high * 16 + low;
  }

  /** Not Character.digit, which takes digits of every script. */
  private static int digit(char c) {
    return c < 128 ? Character.digit(c, 16) : -1;
  }
}
