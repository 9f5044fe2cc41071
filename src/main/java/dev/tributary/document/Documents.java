package dev.tributary.document;

import dev.tributary.change.Change;
import dev.tributary.change.ItemKey;
import dev.tributary.config.Settings;
import dev.tributary.entity.Pull;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What changes ask of the indexes, by the entities of the config. Immutable: any thread may ask.
 */
public final class Documents {

  private final Map<String, List<Entity>> entitiesByTable;
  private final Map<String, Set<String>> preservedByIndex;
  private final Map<String, Set<String>> pulledByIndex;

  public Documents(Settings settings) {
    Map<String, List<Entity>> entities = new HashMap<>();
    for (Settings.Table table : settings.tables().values()) {
      entities.put(table.name(), new ArrayList<>());
    }
    settings
        .entities()
        .forEach(
            (name, entity) -> {
              String table = settings.tables().get(entity.table()).name();
              Set<String> preserved = settings.indexes().get(entity.index()).preserve();
              entities.get(table).add(new Entity(name, entity.index(), entity.rule(), preserved));
            });
    entities.replaceAll((table, ofTable) -> List.copyOf(ofTable));
    entitiesByTable = Map.copyOf(entities);
    Map<String, Set<String>> preserved = new HashMap<>();
    settings.indexes().forEach((name, index) -> preserved.put(name, index.preserve()));
    preserved.values().removeIf(Set::isEmpty);
    preservedByIndex = Map.copyOf(preserved);
    Map<String, Set<String>> pulled = new HashMap<>();
    settings
        .entities()
        .forEach(
            (name, entity) ->
                entity.rule().shape().pulls().stream()
                    .filter(pull -> pull.source() == Pull.Source.OBJECT)
                    .forEach(
                        pull ->
                            pulled
                                .computeIfAbsent(entity.index(), index -> new HashSet<>())
                                .addAll(pull.content().fields())));
    pulledByIndex = Map.copyOf(pulled);
  }

  /** The indexes whose documents another program writes too. */
  public Set<String> shared() {
    return preservedByIndex.keySet();
  }

  /** The fields of an index that are another program's. */
  public Set<String> preserved(String index) {
    return preservedByIndex.getOrDefault(index, Set.of());
  }

  /** The indexes whose documents need objects. */
  public Set<String> pulling() {
    return pulledByIndex.keySet();
  }

  /** The fields of an index that are filled from objects. */
  public Set<String> pulled(String index) {
    return pulledByIndex.getOrDefault(index, Set.of());
  }

  /** At most one action for each document; none for a table without entities. */
  public List<Action> actionsFor(Change change) {
    List<Entity> entities = entities(change);
    List<Action> actions = new ArrayList<>(entities.size());
    for (Entity entity : entities) {
      actions.add(entity.actionFor(change));
    }
    return Merge.merged(Collections.unmodifiableList(actions));
  }

  /**
   * The entity that asks for a document of an item; nothing where none does by the item's key, or
   * where several do, so that the item's attributes decide.
   */
  public Optional<String> entityOf(String table, ItemKey item, String index, String id) {
    List<String> names =
        entitiesByTable.getOrDefault(table, List.of()).stream()
            .filter(entity -> entity.makes(item, index, id))
            .map(Entity::name)
            .toList();
    return names.size() == 1 ? Optional.of(names.get(0)) : Optional.empty();
  }

  /** What each entity of the change's table makes of it, and why. */
  public List<Explanation> explain(Change change) {
    return entities(change).stream().map(entity -> entity.explain(change)).toList();
  }

  private List<Entity> entities(Change change) {
    List<Entity> entities = entitiesByTable.get(change.table());
    if (entities == null) {
      throw new IllegalArgumentException("A change of an unknown table: " + change.table());
    }
    return entities;
  }
}
