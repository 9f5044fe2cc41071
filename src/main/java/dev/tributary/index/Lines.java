package dev.tributary.index;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Bytes that grow, written to again and again: a bulk has megabytes, and an array of its own for
 * each would be most of what a worker allocates. Used by one thread.
 */
final class Lines implements Payload {

  /** A request that was larger leaves nothing behind: there are few of them. */
  private static final int KEPT = 4 << 20;

  private static final int LEAST = 256;

  private byte[] bytes;
  private int size;

  Lines(int expected) {
    this.bytes = new byte[Math.max(LEAST, expected)];
  }

  void write(char ascii) {
    room(1);
    bytes[size++] = (byte) ascii;
  }

  void writeBytes(byte[] more) {
    room(more.length);
    System.arraycopy(more, 0, bytes, size, more.length);
    size += more.length;
  }

  /**
   * @param text of ASCII characters only
   */
  void ascii(String text) {
    room(text.length());
    for (int i = 0; i < text.length(); i++) {
      bytes[size++] = (byte) text.charAt(i);
    }
  }

  /** A JSON string, with its quotes. */
  void quoted(String text) {
    write('"');
    int start = size;
    room(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c >= 0x7f || c == '"' || c == '\\') {
        size = start;
        // Not quoteAsUTF8, which throws where half of a character stands alone.
        char[] quoted = JsonStringEncoder.getInstance().quoteAsString(text);
        writeBytes(new String(quoted).getBytes(StandardCharsets.UTF_8));
        break;
      }
      bytes[size++] = (byte) c;
    }
    write('"');
  }

  private void room(int more) {
    if (more > bytes.length - size) {
      int needed = Math.addExact(size, more);
      int doubled = bytes.length > Integer.MAX_VALUE / 2 ? needed : 2 * bytes.length;
      bytes = Arrays.copyOf(bytes, Math.max(needed, doubled));
    }
  }

  /** Begins anew, with room for what is expected. */
  void clear(int expected) {
    size = 0;
    if (bytes.length < expected || bytes.length > Math.max(KEPT, expected)) {
      bytes = new byte[Math.max(LEAST, expected)];
    }
  }

  @Override
  public int size() {
    return size;
  }

  /** In one piece: whoever gathers it then knows how much there is. */
  @Override
  public void writeTo(OutputStream to) throws IOException {
    to.write(bytes, 0, size);
  }
}
