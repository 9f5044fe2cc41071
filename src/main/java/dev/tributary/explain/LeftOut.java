package dev.tributary.explain;

import dev.tributary.change.Item;
import dev.tributary.change.Value;
import dev.tributary.document.FieldFilter;
import dev.tributary.entity.Shape;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What an item has and its document has not. */
final class LeftOut {
  private LeftOut() {}

  /** The paths that include and exclude keep out. */
  static List<String> paths(Item item, Shape shape) {
    Map<String, Value> kept =
        new FieldFilter(shape.include(), shape.exclude()).kept(item.attributes());
    TreeSet<String> paths = new TreeSet<>();
    compare(item.attributes(), kept, "", paths);
    return List.copyOf(paths);
  }

  private static void compare(
      Map<String, Value> all, Map<String, Value> kept, String path, Set<String> missing) {
    all.forEach(
        (name, value) -> {
          if (kept.containsKey(name)) {
            compare(value, kept.get(name), path + name, missing);
          } else {
            missing.add(path + name);
          }
        });
  }

  private static void compare(Value all, Value kept, String path, Set<String> missing) {
    if (all instanceof Value.MapOf map && kept instanceof Value.MapOf keptMap) {
      compare(map.entries(), keptMap.entries(), path + ".", missing);
    } else if (all instanceof Value.ListOf list && kept instanceof Value.ListOf keptList) {
      // Elements can go, too: then nothing tells which of them is which.
      if (list.elements().size() != keptList.elements().size()) {
        missing.add("elements of " + path);
        return;
      }
      for (int i = 0; i < list.elements().size(); i++) {
        compare(list.elements().get(i), keptList.elements().get(i), path, missing);
      }
    }
  }
}
