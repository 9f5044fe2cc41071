package dev.tributary.document;

/** An item holds what its entity's shape cannot make of it; the message says what and where. */
final class ShapeException extends Exception {

  private static final long serialVersionUID = 1;

  ShapeException(String message) {
    // No stack trace: this is about an item, not about the code, and a bad deploy brings many.
    super(message, null, false, false);
  }
}
