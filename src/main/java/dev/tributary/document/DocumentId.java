package dev.tributary.document;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tributary.change.ItemKey;
import dev.tributary.entity.IdForm;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A document's id: {@code <pk>#<sk>}, or {@code <pk>} in a table without a sort key; with the pk
 * escaped where the entity says so.
 *
 * <p>One id over 512 bytes makes OpenSearch refuse a whole bulk request, and DynamoDB's keys may be
 * six times as long. A longer id is its own first bytes, cut at a character, then {@code ~} and the
 * SHA-256 of the full id.
 */
public final class DocumentId {

  private static final int MAX_BYTES = 512;
  private static final int DIGEST_DIGITS = 64;
  private static final int KEPT_BYTES = MAX_BYTES - 1 - DIGEST_DIGITS;

  /** UTF-8 takes at most three bytes for each {@code char}. */
  private static final int SURELY_SHORT_CHARS = MAX_BYTES / 3;

  private DocumentId() {}

  public static String of(ItemKey key, IdForm form) {
    String pk = form == IdForm.ESCAPED ? IdForm.escape(key.pkText()) : key.pkText();
    return bounded(key.skText().map(sk -> pk + '#' + sk).orElse(pk));
  }

  private static String bounded(String id) {
    if (id.length() <= SURELY_SHORT_CHARS) {
      return id;
    }
    byte[] bytes = id.getBytes(UTF_8);
    if (bytes.length <= MAX_BYTES) {
      return id;
    }
    int end = KEPT_BYTES;
    while (isInsideCharacter(bytes[end])) {
      end--;
    }
    return new String(bytes, 0, end, UTF_8) + '~' + HexFormat.of().formatHex(sha256(bytes));
  }

  /** Whether this UTF-8 byte continues a character that an earlier byte began. */
  private static boolean isInsideCharacter(byte utf8) {
    return (utf8 & 0xC0) == 0x80;
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256", e);
    }
  }
}
