package dev.tributary.enrich.objects;

/** Text from outside as messages show it: short, on one line. */
final class Shown {
  private static final int LONGEST = 80;

  private Shown() {}

  static String quoted(String text) {
    return "'" + plain(text, LONGEST) + "'";
  }

  static String plain(String text, int longest) {
    StringBuilder shown = new StringBuilder();
    text.codePoints()
        .limit(longest)
        .forEach(
            c -> {
              if (Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE) {
                shown.append("\\u%04X".formatted(c));
              } else {
                shown.appendCodePoint(c);
              }
            });
    return text.codePointCount(0, text.length()) > longest
        ? shown.append('…').toString()
        : shown.toString();
  }
}
