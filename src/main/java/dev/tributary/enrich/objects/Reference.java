package dev.tributary.enrich.objects;

import java.util.Objects;

/** What a text that should name an object turned out to be. */
public sealed interface Reference {

  /** It lies where the config allows reading. */
  record Allowed(ObjectReference object) implements Reference {
    public Allowed {
      Objects.requireNonNull(object, "object");
    }
  }

  /**
   * It is no reference, or not to be read.
   *
   * @param reason what is wrong with it and how to mend it, without secrets
   */
  record Refused(String reason) implements Reference {
    public Refused {
      Objects.requireNonNull(reason, "reason");
    }
  }
}
