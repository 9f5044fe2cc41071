package dev.tributary.explain;

/** The options do not fit together, or not to the config. */
public final class WrongUseException extends Exception {
  private static final long serialVersionUID = 1L;

  WrongUseException(String message) {
    super(message);
  }
}
