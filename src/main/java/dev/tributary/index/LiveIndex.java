package dev.tributary.index;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.change.SyncFields;
import java.util.ArrayList;
import java.util.List;

/**
 * The index behind an alias, as OpenSearch describes it.
 *
 * @param settings what was set for this index
 * @param defaults what holds where nothing was set
 */
record LiveIndex(String name, JsonNode mappings, JsonNode settings, JsonNode defaults) {

  /**
   * Reads the answer to {@code GET /<alias>?include_defaults=true}.
   *
   * @throws InvalidIndexException if Tributary cannot work through this alias
   */
  static LiveIndex behind(String alias, JsonNode answer) throws InvalidIndexException {
    List<String> names = new ArrayList<>();
    answer.fieldNames().forEachRemaining(names::add);
    // Asked by an alias, OpenSearch answers under the name of the index behind it.
    if (names.contains(alias)) {
      throw new InvalidIndexException(
          """
          '%1$s' is a concrete index, and Tributary writes through an alias: reindex it into \
          '%1$s-000001', delete it and add the alias, or choose another name under indexes"""
              .formatted(alias));
    }
    if (names.size() != 1) {
      // Some writes would pass. Reading a single document is refused, and conflicts need that.
      throw new InvalidIndexException(
          """
          the alias '%s' points at several indexes, %s, and Tributary needs one: remove the alias \
          from the others by POST /_aliases"""
              .formatted(alias, names));
    }
    String name = names.get(0);
    JsonNode index = answer.path(name);
    if (!index.path("aliases").path(alias).path("is_write_index").asBoolean(true)) {
      throw new InvalidIndexException(
          """
          the alias '%s' forbids writing to '%s': add it again by POST /_aliases, with \
          "is_write_index": true"""
              .formatted(alias, name));
    }
    return new LiveIndex(
        name, index.path("mappings"), index.path("settings"), index.path("defaults"));
  }

  /** Without it, documents are refused, or OpenSearch guesses the types from the first of them. */
  boolean mapsSync() {
    return mappings.path("properties").has(SyncFields.SYNC);
  }

  /** Whether a document with a field that is not mapped is refused. */
  boolean strict() {
    return mappings.path("dynamic").asText("").startsWith("strict");
  }
}
