package dev.tributary.enrich.objects;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which keys are taken. Stricter than S3, which takes any text: a key that some server on the way
 * could read as another path is not worth the doubt.
 */
final class KeyRules {
  private static final int MOST_BYTES = 1024;

  /** A dot, as it is or encoded, however many times. */
  private static final Pattern DOT = Pattern.compile("\\.|%(?:25)*2e", Pattern.CASE_INSENSITIVE);

  private KeyRules() {}

  static Optional<String> fault(String key) {
    Objects.requireNonNull(key, "key");
    if (key.isEmpty()) {
      return Optional.of("has no key behind the bucket");
    }
    int bytes;
    try {
      ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(key));
      bytes = encoded.remaining();
    } catch (CharacterCodingException e) {
      return Optional.of("has a key that is not valid Unicode");
    }
    if (bytes > MOST_BYTES) {
      return Optional.of("has a key of %d bytes; S3 has none over %d".formatted(bytes, MOST_BYTES));
    }
    if (key.chars().anyMatch(Character::isISOControl)) {
      return Optional.of("has a control character in its key %s".formatted(Shown.quoted(key)));
    }
    if (key.indexOf('\\') >= 0) {
      return Optional.of("has a backslash in its key %s".formatted(Shown.quoted(key)));
    }
    for (String part : key.split("/", -1)) {
      String plain = DOT.matcher(part).replaceAll(".");
      if (plain.equals(".") || plain.equals("..")) {
        return Optional.of(
            "has '%s' as a part of its key, which could lead to another one".formatted(plain));
      }
    }
    return Optional.empty();
  }
}
