package dev.tributary.entity;

/** How a key becomes a document's id. */
public enum IdForm {
  /** {@code <pk>#<sk>}, as they are. */
  LITERAL,
  /** The same, with {@code %} and {@code #} in the pk escaped, so that no two keys share an id. */
  ESCAPED;

  /** A pk as it stands in an escaped id. */
  public static String escape(String pk) {
    return pk.indexOf('%') < 0 && pk.indexOf('#') < 0
        ? pk
        : pk.replace("%", "%25").replace("#", "%23");
  }
}
