package dev.tributary.local;

/** A local server that cannot be had. The message is for a person and says what to do. */
public final class LocalServerException extends RuntimeException {
  LocalServerException(String message) {
    super(message);
  }

  LocalServerException(String message, Throwable cause) {
    super(message, cause);
  }
}
