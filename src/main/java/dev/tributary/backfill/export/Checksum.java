package dev.tributary.backfill.export;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** Bytes that are counted into a checksum as they are read. For one thread. */
final class Checksum extends DigestInputStream {

  private final String name;
  private final String expected;

  /**
   * @param expected in base64
   */
  Checksum(String name, InputStream in, String expected) {
    super(in, md5());
    this.name = name;
    this.expected = expected;
  }

  private static MessageDigest md5() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has it", e);
    }
  }

  /** Reads what is left, then compares. */
  void verify() throws ExportException, IOException {
    transferTo(OutputStream.nullOutputStream());
    compare(name, getMessageDigest(), expected);
  }

  static void verify(String name, byte[] bytes, String expected) throws ExportException {
    MessageDigest digest = md5();
    digest.update(bytes);
    compare(name, digest, expected);
  }

  private static void compare(String name, MessageDigest digest, String expected)
      throws ExportException {
    String found = Base64.getEncoder().encodeToString(digest.digest());
    if (!found.equals(expected)) {
      throw new ExportException(
          "%s has the MD5 checksum %s, and DynamoDB wrote one of %s: it was damaged or replaced; copy it again, or make the export anew"
              .formatted(name, found, expected));
    }
  }
}
