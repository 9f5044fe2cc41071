package dev.tributary.index;

/** What became of a write. Trying again is not an outcome: it goes on until there is one. */
public sealed interface Outcome {

  /** OpenSearch holds it, or already held nothing where it asked for nothing. */
  record Applied() implements Outcome {}

  /** The document is already newer. */
  record Stale() implements Outcome {}

  /** OpenSearch will never take this document. */
  record Rejected(String reason) implements Outcome {}

  /** The shard went elsewhere before this was sent; its new owner writes it. */
  record Fenced() implements Outcome {}

  Outcome APPLIED = new Applied();
  Outcome STALE = new Stale();
  Outcome FENCED = new Fenced();
}
