package dev.tributary.backfill;

import dev.tributary.change.ItemKey;
import dev.tributary.config.Settings;
import dev.tributary.document.Action;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What is compared: all of it, or what one table or one entity asks for; and of that a sample.
 *
 * @param table by its name in the config
 * @param entity by its name in the config
 */
public record Scope(
    Settings settings, Optional<String> table, Optional<String> entity, Sample sample) {

  public Scope {
    if (table.isPresent() && entity.isPresent()) {
      throw new IllegalArgumentException("An entity is of one table anyway");
    }
  }

  /** By their names in DynamoDB. */
  List<String> tables() {
    return settings.tables().entrySet().stream()
        .filter(entry -> takesTable(entry.getKey()))
        .map(entry -> entry.getValue().name())
        .toList();
  }

  private boolean takesTable(String name) {
    return table
        .or(() -> entity.map(of -> settings.entities().get(of).table()))
        .map(name::equals)
        .orElse(true);
  }

  Set<String> indexes() {
    if (isAll()) {
      return settings.indexes().keySet();
    }
    Set<String> indexes = new LinkedHashSet<>();
    settings
        .entities()
        .forEach(
            (name, of) -> {
              if (entity.map(name::equals).orElseGet(() -> takesTable(of.table()))) {
                indexes.add(of.index());
              }
            });
    return indexes;
  }

  /** Whether documents that are nobody's belong to it. */
  boolean isAll() {
    return table.isEmpty() && entity.isEmpty();
  }

  boolean takes(Action.Targeted action) {
    return entity.map(action.entity()::equals).orElse(true) && sample.takes(action.id());
  }

  /**
   * Whether a document of an item belongs to it; the sample has been asked before.
   *
   * @param of the table's name in DynamoDB
   */
  boolean takes(String of, ItemKey item) {
    return tables().contains(of)
        && entity
            .map(name -> settings.entities().get(name).rule().key().match(item).isPresent())
            .orElse(true);
  }
}
