package dev.tributary.document;

import java.util.Objects;

/**
 * What one entity makes of a change, and why; before the actions for one document are merged.
 *
 * @param index the index's name in the config
 * @param id the id that the item's document has or would have
 */
public record Explanation(String entity, String index, String id, Match match, Action action) {
  public Explanation {
    Objects.requireNonNull(entity, "entity");
    Objects.requireNonNull(index, "index");
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(match, "match");
    Objects.requireNonNull(action, "action");
  }
}
