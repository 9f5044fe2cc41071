package dev.tributary.enrich;

/** What became of a document's needs. */
public sealed interface Enriched permits Made, Enriched.Refused {

  /** It cannot be made. */
  record Refused(String reason) implements Enriched {}
}
