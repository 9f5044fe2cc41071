package dev.tributary.document;

import dev.tributary.change.Value;
import dev.tributary.entity.AttributePath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps the included part of an item and leaves out the excluded part. Paths lead through lists as
 * they do in OpenSearch: {@code chunks.url} is about every element of {@code chunks}.
 */
public final class FieldFilter {

  private static final List<List<AttributePath.Step>> EVERYTHING = List.of(List.of());

  private final List<List<AttributePath.Step>> include;
  private final List<List<AttributePath.Step>> exclude;

  public FieldFilter(List<AttributePath> include, List<AttributePath> exclude) {
    this.include =
        include.isEmpty() ? EVERYTHING : include.stream().map(AttributePath::steps).toList();
    this.exclude = exclude.stream().map(AttributePath::steps).toList();
  }

  /** A map of its own, which the caller may change. */
  public Map<String, Value> kept(Map<String, Value> attributes) {
    return kept(attributes, include, exclude);
  }

  /** Whether a field of this name at the top of the document is kept whole. */
  boolean keeps(String name) {
    return !ends(below(exclude, name)) && (include == EVERYTHING || ends(below(include, name)));
  }

  private static Map<String, Value> kept(
      Map<String, Value> map,
      List<List<AttributePath.Step>> include,
      List<List<AttributePath.Step>> exclude) {
    Map<String, Value> kept = new HashMap<>(map.size() * 4 / 3 + 1);
    map.forEach(
        (name, value) -> {
          List<List<AttributePath.Step>> without = below(exclude, name);
          List<List<AttributePath.Step>> with = ends(include) ? include : below(include, name);
          if (!ends(without) && !with.isEmpty()) {
            kept(value, with, without).ifPresent(part -> kept.put(name, part));
          }
        });
    return kept;
  }

  private static Optional<Value> kept(
      Value value, List<List<AttributePath.Step>> with, List<List<AttributePath.Step>> without) {
    if (ends(with) && without.isEmpty()) {
      return Optional.of(value);
    }
    if (value instanceof Value.MapOf map) {
      return Optional.of(new Value.MapOf(kept(map.entries(), with, without)));
    }
    if (value instanceof Value.ListOf list) {
      return Optional.of(
          new Value.ListOf(
              list.elements().stream().flatMap(e -> kept(e, with, without).stream()).toList()));
    }
    // The paths go on below it, and there is nothing below it.
    return ends(with) ? Optional.of(value) : Optional.empty();
  }

  /** What remains of the paths that lead through this name. */
  private static List<List<AttributePath.Step>> below(
      List<List<AttributePath.Step>> paths, String name) {
    List<List<AttributePath.Step>> below = List.of();
    // By number, here and below: each attribute of each item passes, and iterators are garbage.
    for (int i = 0; i < paths.size(); i++) {
      List<AttributePath.Step> path = paths.get(i);
      if (!path.isEmpty() && path.get(0).matches(name)) {
        below = below.isEmpty() ? new ArrayList<>(2) : below;
        below.add(path.subList(1, path.size()));
      }
    }
    return below;
  }

  /** Whether one of the paths ends here, and so takes in all that is here. */
  private static boolean ends(List<List<AttributePath.Step>> paths) {
    for (int i = 0; i < paths.size(); i++) {
      if (paths.get(i).isEmpty()) {
        return true;
      }
    }
    return false;
  }
}
