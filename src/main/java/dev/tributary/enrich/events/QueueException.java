package dev.tributary.enrich.events;

/** The queue did not do what it was asked for; the message says why, and what to mend. */
final class QueueException extends Exception {
  QueueException(String message, Throwable cause) {
    super(message, cause);
  }
}
