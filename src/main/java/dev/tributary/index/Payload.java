package dev.tributary.index;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** What a request carries. It is read before the call that sends it returns, and not kept. */
interface Payload {

  int size();

  void writeTo(OutputStream to) throws IOException;

  /** A copy of it. */
  default byte[] toByteArray() {
    ByteArrayOutputStream copy = new ByteArrayOutputStream(size());
    try {
      writeTo(copy);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return copy.toByteArray();
  }

  static Payload of(byte[] bytes) {
    return new Payload() {
      @Override
      public int size() {
        return bytes.length;
      }

      @Override
      public void writeTo(OutputStream to) throws IOException {
        to.write(bytes);
      }
    };
  }
}
