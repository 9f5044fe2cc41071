package dev.tributary;

import java.util.ArrayDeque;
import java.util.Deque;

/** Closes what was opened, last first, once, whether the end comes by itself or by Ctrl-C. */
final class Closing {

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  synchronized <T extends AutoCloseable> T add(T closeable) {
    opened.push(closeable);
    return closeable;
  }

  synchronized boolean isEmpty() {
    return opened.isEmpty();
  }

  synchronized void close() {
    while (!opened.isEmpty()) {
      try {
        opened.pop().close();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (Exception e) {
        // AutoCloseable may throw anything; one that does must not keep the others open.
        System.err.println("While closing: " + e);
      }
    }
  }
}
