package dev.tributary.enrich;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** What became of a document's needs. */
public sealed interface Enriched {

  /**
   * @param fields for the document, as JSON
   * @param sync for its {@code _sync}, as JSON
   * @param simpler what to try where OpenSearch refuses it, by what it said; nothing at the end
   */
  record Made(
      Map<String, String> fields,
      Map<String, String> sync,
      Function<String, Optional<Made>> simpler)
      implements Enriched {}

  /** It cannot be made. */
  record Refused(String reason) implements Enriched {}
}
