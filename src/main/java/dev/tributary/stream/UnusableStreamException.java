package dev.tributary.stream;

/**
 * No record of the stream can be used, this one like all that follow: that is for an operator to
 * mend, and no reason to turn every record into a dead letter.
 */
final class UnusableStreamException extends RuntimeException {

  private static final long serialVersionUID = 1;

  UnusableStreamException(String message) {
    super(message);
  }
}
