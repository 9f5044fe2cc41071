package dev.tributary.index;

/** OpenSearch did not answer, or would not serve us now. Trying again later is the cure. */
public final class OpenSearchUnavailableException extends Exception {

  OpenSearchUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }

  static OpenSearchUnavailableException noAnswer(Throwable cause) {
    return new OpenSearchUnavailableException("no answer: " + describe(cause), cause);
  }

  static OpenSearchUnavailableException refused(Answer answer) {
    return new OpenSearchUnavailableException(
        "status " + answer.status() + ": " + answer.excerpt(), null);
  }

  /** A message that says something also where the exception's own is empty. */
  static String describe(Throwable cause) {
    String message = cause.getMessage();
    String name = cause.getClass().getSimpleName();
    return message == null || message.isBlank() ? name : name + ": " + message;
  }
}
