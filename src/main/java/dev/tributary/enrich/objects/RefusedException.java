package dev.tributary.enrich.objects;

/** A text that is no reference, or none that may be read; its message is the reason. */
final class RefusedException extends Exception {

  RefusedException(String reason) {
    // Items can hold any text: a stack trace for each would cost more than looking at it.
    super(reason, null, false, false);
  }
}
