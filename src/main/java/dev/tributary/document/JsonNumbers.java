package dev.tributary.document;

import java.math.BigDecimal;

/**
 * DynamoDB's numbers as JSON's. Digits that JSON takes as they are stay as they are: nothing is
 * rounded, and most numbers cost one look at each digit.
 */
final class JsonNumbers {

  private JsonNumbers() {}

  /**
   * @throws NumberFormatException for what is no number at all
   */
  static String of(String digits) {
    return isJson(digits) ? digits : new BigDecimal(digits).toString();
  }

  /** JSON knows no leading plus, no leading zeros and no bare decimal point. */
  private static boolean isJson(String text) {
    int start = text.startsWith("-") ? 1 : 0;
    int end = endOfDigits(text, start);
    if (end == start || (end > start + 1 && text.charAt(start) == '0')) {
      return false;
    }
    if (isAt(text, end, '.')) {
      int fraction = end + 1;
      end = endOfDigits(text, fraction);
      if (end == fraction) {
        return false;
      }
    }
    if (isAt(text, end, 'E') || isAt(text, end, 'e')) {
      int exponent = isAt(text, end + 1, '+') || isAt(text, end + 1, '-') ? end + 2 : end + 1;
      end = endOfDigits(text, exponent);
      if (end == exponent) {
        return false;
      }
    }
    return end == text.length();
  }

  private static int endOfDigits(String text, int start) {
    int end = start;
    while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
      end++;
    }
    return end;
  }

  private static boolean isAt(String text, int at, char expected) {
    return at < text.length() && text.charAt(at) == expected;
  }
}
