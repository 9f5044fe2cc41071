package dev.tributary.index;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a bulk answered for one of its actions.
 *
 * @param errorType empty where there was no error
 * @param reason empty where there was no error
 */
record ItemAnswer(int status, long version, String errorType, String reason) {

  private static final Pattern STANDING = Pattern.compile("current version \\[(\\d{1,19})]");

  static final ItemAnswer FINE = new ItemAnswer(200, 0, "", "");

  boolean failed() {
    return !errorType.isEmpty();
  }

  /**
   * Of a refused version: the one that stands. OpenSearch says it in its message alone, and a
   * tombstone's nowhere else.
   */
  OptionalLong standing() {
    Matcher found = STANDING.matcher(reason);
    return found.find() ? OptionalLong.of(Long.parseLong(found.group(1))) : OptionalLong.empty();
  }

  /** For messages. */
  String described() {
    return "status " + status + " " + errorType + ": " + reason;
  }
}
