package dev.tributary.index;

import java.io.IOException;
import java.util.List;

/** What came of a bulk as a whole. */
sealed interface BulkResult {

  /** Every action was answered. */
  record Answered(List<ItemAnswer> items) implements BulkResult {}

  /** OpenSearch could not read the request: one of its documents is to blame for all. */
  record Unreadable(String reason) implements BulkResult {}

  /** OpenSearch, or what stands before it, does not take requests of this size. */
  record TooLarge(String reason) implements BulkResult {}

  /** It did not answer in time: perhaps it was too much at once. */
  record TimedOut(String reason) implements BulkResult {}

  /** No answer, or none that says anything about the documents. */
  record Unavailable(Setback why, String reason) implements BulkResult {}

  /**
   * @param guards how many of the actions were not ours to ask about
   */
  static BulkResult of(Answer answer, int actions, int guards) {
    if (answer.ok()) {
      try {
        return new Answered(BulkAnswer.parse(answer.body(), actions, guards));
      } catch (IOException e) {
        return new Unavailable(
            Setback.UNKNOWN, "an answer that is no bulk answer: " + e.getMessage());
      }
    }
    String reason = "status " + answer.status() + ": " + answer.excerpt();
    return switch (answer.status()) {
      case 400 -> new Unreadable(reason);
      case 413 -> new TooLarge(reason);
      // What stands before OpenSearch waited for it in vain.
      case 408, 504 -> new TimedOut(reason);
      // Not NO_INDEX: no index is named by the request itself, so this is not OpenSearch at all.
      case 404 -> new Unavailable(Setback.UNKNOWN, reason);
      default -> new Unavailable(Setback.of(answer.status(), type(answer), reason), reason);
    };
  }

  static BulkResult of(Throwable failure) {
    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
    String reason = OpenSearchUnavailableException.describe(cause);
    return isReadTimeout(cause)
        ? new TimedOut(reason)
        : new Unavailable(Setback.NO_CONNECTION, reason);
  }

  private static String type(Answer answer) {
    try {
      return answer.json().path("error").path("type").asText("");
    } catch (OpenSearchUnavailableException e) {
      // A proxy's page, or nothing: the status has to do.
      return "";
    }
  }

  /**
   * By name, since each transport has a type of its own. Not the ones about connecting: there the
   * size of the bulk is not to blame.
   */
  private static boolean isReadTimeout(Throwable cause) {
    for (Throwable link = cause; link != null; link = link.getCause()) {
      String name = link.getClass().getSimpleName();
      if (name.endsWith("TimeoutException")) {
        return !name.startsWith("Connect");
      }
    }
    return false;
  }
}
