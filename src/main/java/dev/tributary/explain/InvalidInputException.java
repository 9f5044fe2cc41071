package dev.tributary.explain;

/** What is given cannot be explained. The message says what is wrong, where, and how to mend it. */
public final class InvalidInputException extends Exception {
  private static final long serialVersionUID = 1L;

  InvalidInputException(String message) {
    super(message);
  }
}
