package dev.tributary.enrich.objects;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Objects;

/** An object's bytes as they are stored: if they are compressed, still so. */
public final class ObjectBytes {

  private final byte[] bytes;

  private ObjectBytes(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Takes the bytes as they are, not copied: the caller gives them away. */
  public static ObjectBytes of(byte[] bytes) {
    return new ObjectBytes(Objects.requireNonNull(bytes, "bytes"));
  }

  /** The bytes themselves, which others may be reading too: to be read only. */
  public byte[] array() {
    return bytes;
  }

  public int size() {
    return bytes.length;
  }

  public InputStream stream() {
    return new ByteArrayInputStream(bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ObjectBytes that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return bytes.length + " bytes";
  }
}
