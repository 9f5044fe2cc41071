package dev.tributary.index;

/**
 * What a bulk answered for one of its actions.
 *
 * @param errorType empty where there was no error
 * @param reason empty where there was no error
 */
record ItemAnswer(int status, long version, String errorType, String reason) {

  static final ItemAnswer FINE = new ItemAnswer(200, 0, "", "");

  boolean failed() {
    return !errorType.isEmpty();
  }

  /** For messages. */
  String described() {
    return "status " + status + " " + errorType + ": " + reason;
  }
}
