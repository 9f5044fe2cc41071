package dev.tributary.document;

/** A value that is not as DynamoDB writes it. The message says where, and what it should be. */
public final class MalformedValueException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String place;
  private final String reason;

  MalformedValueException(String place, String reason) {
    super(place + ": " + reason);
    this.place = place;
    this.reason = reason;
  }

  /** The same, seen from further outside. */
  MalformedValueException within(String outer) {
    return new MalformedValueException(outer + place, reason);
  }
}
