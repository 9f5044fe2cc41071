package dev.tributary.enrich.objects;

import dev.tributary.enrich.objects.Blocks.Answer;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;

/**
 * An object's bytes, read a block at a time: whoever uses them may take as long as it likes, and a
 * connection that breaks costs a block. An object that is replaced meanwhile is an error. For one
 * thread.
 */
final class BlockStream extends InputStream {

  /** How it waits between attempts. */
  @FunctionalInterface
  interface Rest {
    void of(Duration time) throws InterruptedException;
  }

  /** About half a minute of them. */
  private static final int MOST_ATTEMPTS = 20;

  private final Blocks blocks;
  private final ObjectReference object;
  private final int length;
  private final Backoff backoff;
  private final Rest rest;
  private byte[] block = new byte[0];
  private int used;
  private long position;
  private long size = Long.MAX_VALUE;
  private Optional<String> etag = Optional.empty();

  BlockStream(Blocks blocks, ObjectReference object, int length, Backoff backoff, Rest rest) {
    this.blocks = blocks;
    this.object = object;
    this.length = length;
    this.backoff = backoff;
    this.rest = rest;
  }

  @Override
  public int read() throws IOException {
    return atEnd() ? -1 : block[used++] & 0xff;
  }

  @Override
  public int read(byte[] into, int from, int most) throws IOException {
    Objects.checkFromIndexSize(from, most, into.length);
    if (most == 0) {
      return 0;
    }
    if (atEnd()) {
      return -1;
    }
    int count = Math.min(most, block.length - used);
    System.arraycopy(block, used, into, from, count);
    used += count;
    return count;
  }

  /** Never zero before the end: who unpacks asks so whether another packet follows. */
  @Override
  public int available() {
    boolean more = position > 0 && position < size;
    return Math.max(block.length - used, more ? 1 : 0);
  }

  private boolean atEnd() throws IOException {
    while (used == block.length && position < size) {
      next();
    }
    return used == block.length;
  }

  private void next() throws IOException {
    Answer answer = answer();
    used = 0;
    if (answer instanceof Answer.Block found) {
      block = found.bytes().array();
      size = found.size();
      etag = found.etag();
      position += block.length;
      if (block.length == 0) {
        throw new UnreadableObjectException(object + ": S3 sends nothing of it", false);
      }
    } else {
      // Only an empty object has no first byte.
      block = new byte[0];
      size = position;
    }
  }

  private Answer answer() throws IOException {
    for (int attempt = 1; true; attempt++) {
      try {
        Answer answer = blocks.read(object, position, length, etag).get();
        if (!(answer instanceof Answer.Failed failed)) {
          return answer;
        }
        if (!failed.reply().passing() || attempt == MOST_ATTEMPTS) {
          throw failure(failed.reply());
        }
        rest.of(backoff.after(attempt));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException(object + ": reading it was interrupted");
      } catch (ExecutionException e) {
        throw new IOException(object + ": " + e.getCause(), e.getCause());
      }
    }
  }

  private UnreadableObjectException failure(Reply reply) {
    if (reply instanceof Reply.Failed failed && failed.status() == 412) {
      return new UnreadableObjectException(
          object + " was replaced while it was read; leave the files as they are", false);
    }
    FetchResult why = Judgement.ofGet(object, reply);
    if (why instanceof FetchResult.Missing) {
      return new UnreadableObjectException(object + " is not there", true);
    }
    if (why instanceof FetchResult.Denied denied) {
      return new UnreadableObjectException(
          "%s: %s; give the right s3:GetObject, and s3:ListBucket so that a missing object shows"
              .formatted(object, denied.reason()),
          false);
    }
    return new UnreadableObjectException(
        why instanceof FetchResult.Unavailable unavailable
            ? object + ": " + unavailable.reason()
            : object + ": " + why,
        false);
  }
}
