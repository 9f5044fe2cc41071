package dev.tributary.index;

/** An index cannot be as the config wants it, and waiting does not help. */
public final class InvalidIndexException extends Exception {
  InvalidIndexException(String message) {
    super(message);
  }
}
