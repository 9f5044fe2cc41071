package dev.tributary.enrich;

import dev.tributary.change.Fault;
import java.util.Optional;

/** What became of a document's needs. */
public sealed interface Enriched permits Made, Enriched.Refused {

  /**
   * It cannot be made.
   *
   * @param trace where the fault is one of ours
   */
  record Refused(String reason, Optional<String> trace) implements Enriched {
    Refused(String reason) {
      this(reason, Optional.empty());
    }

    public static Refused of(Fault fault) {
      return new Refused(fault.reason(), Optional.of(fault.trace()));
    }
  }
}
