package dev.tributary.index;

import java.util.Set;

/** What to do about one action's answer. Decided by status; only a 400 needs its type as well. */
enum Verdict {
  APPLIED,
  CONFLICT,
  REJECTED,
  RETRY;

  /**
   * The 400s that speak of the document itself. A closed index or a broken alias is a 400 too, and
   * an operator mends it: anything not named here is tried again.
   */
  private static final Set<String> ABOUT_THE_DOCUMENT =
      Set.of(
          "mapper_parsing_exception",
          "document_parsing_exception",
          "parsing_exception",
          "parse_exception",
          "x_content_parse_exception",
          "json_parse_exception",
          "strict_dynamic_mapping_exception",
          "illegal_argument_exception",
          "max_bytes_length_exceeded_exception",
          "action_request_validation_exception");

  /** What the same types say where an operator has to mend the index, not a writer the document. */
  private static final Set<String> ABOUT_THE_INDEX =
      Set.of(
          "no write index is defined",
          "pipeline with id",
          "number of documents in the index cannot exceed");

  static Verdict of(ItemAnswer answer) {
    if (!answer.failed()) {
      // A delete of an absent document is a 404 without an error: there is nothing left to do.
      boolean fine = answer.status() < 300 || answer.status() == 404;
      return fine ? APPLIED : RETRY;
    }
    if (answer.status() == 409) {
      return CONFLICT;
    }
    if (answer.status() == 400 && ABOUT_THE_DOCUMENT.contains(answer.errorType())) {
      return ABOUT_THE_INDEX.stream().anyMatch(answer.reason()::contains) ? RETRY : REJECTED;
    }
    return RETRY;
  }
}
