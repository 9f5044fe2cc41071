package dev.tributary.document;

import dev.tributary.change.Change;
import dev.tributary.config.Settings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What changes ask of the indexes, by the entities of the config. Immutable: any thread may ask.
 */
public final class Documents {

  private final Map<String, List<Entity>> entitiesByTable;

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
              entities.get(table).add(new Entity(name, entity.index()));
            });
    entities.replaceAll((table, ofTable) -> List.copyOf(ofTable));
    entitiesByTable = Map.copyOf(entities);
  }

  /** At most one action for each document; none for a table without entities. */
  public List<Action> actionsFor(Change change) {
    List<Entity> entities = entitiesByTable.get(change.table());
    if (entities == null) {
      throw new IllegalArgumentException("A change of an unknown table: " + change.table());
    }
    return Merge.merged(entities.stream().map(entity -> entity.actionFor(change)).toList());
  }
}
