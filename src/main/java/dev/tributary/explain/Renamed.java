package dev.tributary.explain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.change.Item;
import dev.tributary.change.Value;
import dev.tributary.entity.FieldNames;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The attributes that OpenSearch would refuse by their names, and the fields that they became. */
final class Renamed {
  private Renamed() {}

  static List<String> names(Item item, JsonNode document) {
    Set<String> renamed = new TreeSet<>();
    item.attributes()
        .forEach(
            (name, value) -> {
              String field = FieldNames.ofAttribute(name);
              if (document.has(field)) {
                note(name, field, renamed);
                below(value, renamed);
              }
            });
    return List.copyOf(renamed);
  }

  private static void below(Value value, Set<String> renamed) {
    if (value instanceof Value.ListOf list) {
      list.elements().forEach(element -> below(element, renamed));
    } else if (value instanceof Value.MapOf map) {
      map.entries()
          .forEach(
              (name, entry) -> {
                note(name, FieldNames.ofEntry(name), renamed);
                below(entry, renamed);
              });
    }
  }

  private static void note(String name, String field, Set<String> renamed) {
    if (!field.equals(name)) {
      renamed.add((name.isBlank() ? "'" + name + "'" : name) + " → " + field);
    }
  }
}
