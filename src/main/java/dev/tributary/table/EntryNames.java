package dev.tributary.table;

import java.util.Map;

/**
 * By which names the state table keeps what is about an index. Mostly by the index's own. But a
 * generation that is still being filled has entries of its own: what it refuses says nothing about
 * the one that searches go to, and what it takes does not settle anything there.
 *
 * @param byIndex the indexes that are known by another name
 */
public record EntryNames(Map<String, String> byIndex) {

  /** All indexes by their own names. */
  public static final EntryNames OWN = new EntryNames(Map.of());

  public EntryNames {
    byIndex = Map.copyOf(byIndex);
  }

  String of(String index) {
    return byIndex.getOrDefault(index, index);
  }

  /** Whether an index is known by another name. */
  boolean renames(String index) {
    return byIndex.containsKey(index);
  }

  /** The index that is known by a name. */
  String index(String name) {
    return byIndex.entrySet().stream()
        .filter(entry -> entry.getValue().equals(name))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(name);
  }
}
