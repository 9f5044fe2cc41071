package dev.tributary.config;

/** A value as messages show it. */
final class Quote {
  private static final int LONGEST = 80;

  private Quote() {}

  static String of(String value) {
    String shown = withoutCredentials(value);
    if (shown.length() > LONGEST) {
      shown = shown.substring(0, shown.offsetByCodePoints(0, LONGEST / 2)) + "…";
    }
    return "'" + shown + "'";
  }

  /** A URL may carry a password where none belongs: {@code https://user:password@host}. */
  private static String withoutCredentials(String value) {
    int scheme = value.indexOf("//");
    int at = value.lastIndexOf('@');
    return scheme >= 0 && at > scheme
        ? value.substring(0, scheme + 2) + "***" + value.substring(at)
        : value;
  }
}
