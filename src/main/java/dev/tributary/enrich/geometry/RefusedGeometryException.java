package dev.tributary.enrich.geometry;

/** A geometry that is not taken. The message says what is wrong, and where. */
public final class RefusedGeometryException extends Exception {

  private static final long serialVersionUID = 1;

  private final boolean ends;

  RefusedGeometryException(String reason) {
    this(reason, false);
  }

  private RefusedGeometryException(String reason, boolean ends) {
    super(reason);
    this.ends = ends;
  }

  /** Of something wrong at a place; the place is empty where the whole is meant. */
  static RefusedGeometryException at(String path, String reason) {
    return new RefusedGeometryException(placed(path, reason));
  }

  /** Of a text after which nothing can be read. */
  static RefusedGeometryException unreadable(String path, String reason) {
    return new RefusedGeometryException(placed(path, reason), true);
  }

  /** Of a limit at which reading stopped. */
  static RefusedGeometryException limit(String limit, long value, String found) {
    return new RefusedGeometryException(
        "%s, and the limit '%s' is %d".formatted(found, limit, value), true);
  }

  /** Whether nothing after it can be looked at. */
  boolean ends() {
    return ends;
  }

  private static String placed(String path, String reason) {
    return path.isEmpty() ? reason : path + ": " + reason;
  }
}
