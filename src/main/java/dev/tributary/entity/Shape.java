package dev.tributary.entity;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What an item's document looks like. The steps are taken in this order.
 *
 * @param include what is kept; empty for everything
 * @param exclude what is left out, though included
 * @param flatten attributes whose maps become fields of the document itself
 * @param rename from a path in the document to another, neither with wildcards
 * @param fields fields that are made, in their order
 * @param pulls what is added when the rest is done
 */
public record Shape(
    List<AttributePath> include,
    List<AttributePath> exclude,
    Set<String> flatten,
    Map<AttributePath, AttributePath> rename,
    List<FieldRule> fields,
    List<Pull> pulls) {

  /** The item as it is. */
  public static final Shape WHOLE =
      new Shape(List.of(), List.of(), Set.of(), Map.of(), List.of(), List.of());

  public Shape {
    include = List.copyOf(include);
    exclude = List.copyOf(exclude);
    flatten = Collections.unmodifiableSet(new LinkedHashSet<>(flatten));
    rename = Collections.unmodifiableMap(new LinkedHashMap<>(rename));
    fields = List.copyOf(fields);
    pulls = List.copyOf(pulls);
  }
}
