package dev.tributary.document;

import dev.tributary.change.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Ways into nested maps. Values are shared with the item, so whatever is changed below the top is
 * copied first.
 */
final class Tree {

  /** What a value becomes; nothing to remove it. */
  @FunctionalInterface
  interface Edit {
    Optional<Value> of(Value value) throws ShapeException;
  }

  private Tree() {}

  /**
   * What the path leads to. Where it leads through a list it leads to several values, which are a
   * list then.
   */
  static Optional<Value> find(Map<String, Value> map, List<String> path) {
    Value value = map.get(path.get(0));
    if (value == null || path.size() == 1) {
      return Optional.ofNullable(value);
    }
    return findBelow(value, path.subList(1, path.size()));
  }

  private static Optional<Value> findBelow(Value value, List<String> path) {
    if (value instanceof Value.MapOf map) {
      return find(map.entries(), path);
    }
    if (value instanceof Value.ListOf list) {
      List<Value> found = new ArrayList<>();
      list.elements().forEach(element -> findBelow(element, path).ifPresent(found::add));
      return found.isEmpty() ? Optional.empty() : Optional.of(new Value.ListOf(found));
    }
    return Optional.empty();
  }

  /** Puts a value where the path leads, making maps on the way. */
  static void put(Map<String, Value> map, List<String> path, Value value) throws ShapeException {
    String name = path.get(0);
    if (path.size() == 1) {
      map.put(name, value);
      return;
    }
    Value there = map.get(name);
    if (there != null && !(there instanceof Value.MapOf)) {
      throw new ShapeException(
          "the field '%s' cannot hold '%s': it is no map"
              .formatted(name, String.join(".", path.subList(1, path.size()))));
    }
    Map<String, Value> below =
        there == null ? new HashMap<>() : new HashMap<>(((Value.MapOf) there).entries());
    put(below, path.subList(1, path.size()), value);
    map.put(name, new Value.MapOf(below));
  }

  /** Edits every value that the path leads to. */
  static void edit(Map<String, Value> map, List<String> path, Edit edit) throws ShapeException {
    String name = path.get(0);
    Value value = map.get(name);
    if (value == null) {
      return;
    }
    Optional<Value> edited =
        path.size() == 1 ? edit.of(value) : editBelow(value, path.subList(1, path.size()), edit);
    if (edited.isPresent()) {
      map.put(name, edited.get());
    } else {
      map.remove(name);
    }
  }

  private static Optional<Value> editBelow(Value value, List<String> path, Edit edit)
      throws ShapeException {
    if (value instanceof Value.MapOf map) {
      Map<String, Value> copy = new HashMap<>(map.entries());
      edit(copy, path, edit);
      return Optional.of(new Value.MapOf(copy));
    }
    if (value instanceof Value.ListOf list) {
      List<Value> elements = new ArrayList<>(list.elements().size());
      for (Value element : list.elements()) {
        editBelow(element, path, edit).ifPresent(elements::add);
      }
      return Optional.of(new Value.ListOf(elements));
    }
    return Optional.of(value);
  }
}
