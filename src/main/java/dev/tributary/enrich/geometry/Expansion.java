package dev.tributary.enrich.geometry;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.GZIPInputStream;

/**
 * The bytes of a text, gunzipped where their first two say so, and no more of them than allowed.
 */
public final class Expansion extends FilterInputStream {

  /** Repetitive small files compress well and cost nothing: the ratio counts from here on. */
  private static final long HARMLESS = 1L << 20;

  private final long limit;
  private final RefusedGeometryException exceeded;
  private long expanded;

  private Expansion(InputStream in, long limit, RefusedGeometryException exceeded) {
    super(in);
    this.limit = limit;
    this.exceeded = exceeded;
  }

  public static InputStream of(byte[] bytes, GeometryLimits limits)
      throws RefusedGeometryException, IOException {
    RefusedGeometryException tooMany =
        RefusedGeometryException.limit(
            "expandedBytes", limits.expandedBytes(), "It has more bytes than are read");
    if (!isGzip(bytes)) {
      if (bytes.length > limits.expandedBytes()) {
        throw tooMany;
      }
      return new ByteArrayInputStream(bytes);
    }
    long byRatio = Math.max(HARMLESS, (long) bytes.length * limits.ratio());
    InputStream gunzip =
        byRatio < limits.expandedBytes()
            ? new Expansion(
                gunzip(bytes),
                byRatio,
                RefusedGeometryException.limit(
                    "ratio",
                    limits.ratio(),
                    "Its %d bytes expand to more than %d".formatted(bytes.length, byRatio)))
            : new Expansion(gunzip(bytes), limits.expandedBytes(), tooMany);
    // Jackson and our own look at the first character read in small steps.
    return new BufferedInputStream(gunzip, 16 << 10);
  }

  private static GZIPInputStream gunzip(byte[] bytes) throws IOException {
    return new GZIPInputStream(new ByteArrayInputStream(bytes), 8 << 10);
  }

  /** How many bytes come out. Compressed ones say so at their end, which may not be true. */
  public static long expected(byte[] bytes) {
    if (!isGzip(bytes) || bytes.length < 18) {
      return bytes.length;
    }
    int said = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(bytes.length - 4);
    return Math.max(bytes.length, Integer.toUnsignedLong(said));
  }

  private static boolean isGzip(byte[] bytes) {
    return bytes.length >= 2 && (bytes[0] & 0xff) == 0x1f && (bytes[1] & 0xff) == 0x8b;
  }

  @Override
  public int read() throws IOException {
    int read = super.read();
    count(read < 0 ? 0 : 1);
    return read;
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    int read = super.read(into, from, length);
    count(read);
    return read;
  }

  private void count(int read) throws IOException {
    expanded += Math.max(0, read);
    if (expanded > limit) {
      // Streams throw IOExceptions only; the reader takes it out again.
      throw new IOException(exceeded);
    }
  }
}
