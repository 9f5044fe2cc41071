package dev.tributary.enrich.objects;

import java.io.IOException;

/** An object cannot be read. The message names it and says what S3 said. */
public final class UnreadableObjectException extends IOException {
  private static final long serialVersionUID = 1L;

  private final boolean missing;

  UnreadableObjectException(String message, boolean missing) {
    super(message);
    this.missing = missing;
  }

  /** Whether S3 said that there is no such object. */
  public boolean isMissing() {
    return missing;
  }
}
