package dev.tributary.backfill.export;

/**
 * An export that cannot be loaded, however often it is tried. The message says which object, what
 * is wrong with it, and how to mend it.
 */
public final class ExportException extends Exception {
  private static final long serialVersionUID = 1L;

  ExportException(String message) {
    super(message);
  }
}
