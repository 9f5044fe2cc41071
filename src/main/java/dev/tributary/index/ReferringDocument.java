package dev.tributary.index;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A document that names objects, by its {@code _sync}.
 *
 * @param pk the item's partition key, as text
 * @param sk absent where the table has no sort key
 * @param version as it was when the search began
 */
public record ReferringDocument(
    String id, String table, String pk, Optional<String> sk, long version, List<Named> objects) {

  public ReferringDocument {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(pk, "pk");
    Objects.requireNonNull(sk, "sk");
    objects = List.copyOf(objects);
  }

  /**
   * An object that it names.
   *
   * @param attribute whose value names it
   * @param etag of the object as it is in the document; absent where it never was
   * @param pending whether the document still waits for it
   */
  public record Named(String attribute, String reference, Optional<String> etag, boolean pending) {
    public Named {
      Objects.requireNonNull(attribute, "attribute");
      Objects.requireNonNull(reference, "reference");
      Objects.requireNonNull(etag, "etag");
    }
  }
}
