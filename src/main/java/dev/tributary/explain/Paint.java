package dev.tributary.explain;

/** Colours, where there is a terminal to show them. */
public enum Paint {
  OFF,
  ON;

  public String strong(String text) {
    return paint("1", text);
  }

  public String good(String text) {
    return paint("1;32", text);
  }

  public String bad(String text) {
    return paint("1;31", text);
  }

  public String gone(String text) {
    return paint("1;33", text);
  }

  String name(String text) {
    return paint("36", text);
  }

  public String faint(String text) {
    return paint("2", text);
  }

  private String paint(String code, String text) {
    return this == OFF || text.isEmpty() ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
  }
}
