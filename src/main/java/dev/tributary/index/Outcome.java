package dev.tributary.index;

import dev.tributary.change.Fault;
import java.util.Optional;

/** What became of a write. Trying again is not an outcome: it goes on until there is one. */
public sealed interface Outcome {

  /** OpenSearch holds it, or already held nothing where it asked for nothing. */
  record Applied() implements Outcome {}

  /** The document is already newer. */
  record Stale() implements Outcome {}

  /**
   * OpenSearch will never take this document, or it cannot be made.
   *
   * @param trace where the fault is one of ours
   */
  record Rejected(String reason, Optional<String> trace) implements Outcome {
    public Rejected(String reason) {
      this(reason, Optional.empty());
    }

    public static Rejected of(Fault fault) {
      return new Rejected(fault.reason(), Optional.of(fault.trace()));
    }
  }

  /** A newer one of its document was tried instead, and that one has the outcome. */
  record Replaced() implements Outcome {}

  /** The shard went elsewhere before this was sent; its new owner writes it. */
  record Fenced() implements Outcome {}

  Outcome APPLIED = new Applied();
  Outcome STALE = new Stale();
  Outcome REPLACED = new Replaced();
  Outcome FENCED = new Fenced();
}
