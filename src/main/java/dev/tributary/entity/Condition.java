package dev.tributary.entity;

import dev.tributary.change.Item;
import dev.tributary.change.Value;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Something that an item's attribute is asked for.
 *
 * @param path without wildcards; it leads through maps
 */
public record Condition(AttributePath path, Criterion criterion) {

  public Condition {
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(criterion, "criterion");
    path.names();
  }

  public boolean holds(Item item) {
    return criterion.holds(value(item));
  }

  /** The value that the path leads to, if it leads to one. */
  public Optional<Value> value(Item item) {
    Map<String, Value> map = item.attributes();
    List<AttributePath.Step> steps = path.steps();
    for (int i = 0; i < steps.size() - 1; i++) {
      if (!(map.get(steps.get(i).name()) instanceof Value.MapOf next)) {
        return Optional.empty();
      }
      map = next.entries();
    }
    return Optional.ofNullable(map.get(steps.get(steps.size() - 1).name()));
  }

  /** Whether no item can meet both. */
  public boolean excludes(Condition other) {
    if (path.names().equals(other.path.names())) {
      return criterion.excludes(other.criterion);
    }
    return leavesNoRoomFor(other) || other.leavesNoRoomFor(this);
  }

  /** Whether every item that meets this meets the other one too. */
  public boolean implies(Condition other) {
    return path.names().equals(other.path.names()) && criterion.implies(other.criterion);
  }

  /** Whether the other path leads through this value, which is then no map. */
  private boolean leavesNoRoomFor(Condition other) {
    List<String> names = path.names();
    List<String> longer = other.path.names();
    return !(other.criterion instanceof Criterion.Absent)
        && !(criterion instanceof Criterion.Exists)
        && longer.size() > names.size()
        && longer.subList(0, names.size()).equals(names);
  }
}
