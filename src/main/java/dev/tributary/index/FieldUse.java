package dev.tributary.index;

import java.util.List;
import java.util.Objects;

/**
 * A field that an entity's documents have.
 *
 * @param path in the document
 * @param origin the part of the config that it follows from
 * @param made what it holds, as far as that is known
 * @param named whether the config names it, and so means it; else it just is there
 */
record FieldUse(List<String> path, String origin, Made made, boolean named) {
  FieldUse {
    path = List.copyOf(path);
    Objects.requireNonNull(origin, "origin");
    Objects.requireNonNull(made, "made");
  }

  String name() {
    return String.join(".", path);
  }
}
