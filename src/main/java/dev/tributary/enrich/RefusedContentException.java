package dev.tributary.enrich;

/** Content that is not taken. The message says what is wrong with it. */
final class RefusedContentException extends Exception {

  private static final long serialVersionUID = 1;

  RefusedContentException(String reason) {
    super(reason);
  }
}
