package dev.tributary.index;

import java.util.Objects;

/** Names a document: the index, by its alias, and the id. */
public record DocumentKey(String index, String id) {
  public DocumentKey {
    Objects.requireNonNull(index, "index");
    Objects.requireNonNull(id, "id");
  }

  @Override
  public String toString() {
    return index + "/" + id;
  }
}
