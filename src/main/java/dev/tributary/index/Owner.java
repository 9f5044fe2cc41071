package dev.tributary.index;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.change.ItemKey;
import dev.tributary.change.SyncFields;
import java.util.Objects;
import java.util.Optional;

/**
 * The item that a document is of, as its {@code _sync} says.
 *
 * @param pk the item's partition key, as text
 * @param sk absent where the table has no sort key
 */
public record Owner(String table, String pk, Optional<String> sk) {

  public Owner {
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(pk, "pk");
    Objects.requireNonNull(sk, "sk");
  }

  public static Owner of(String table, ItemKey item) {
    return new Owner(table, item.pkText(), item.skText());
  }

  /** Nothing where somebody else wrote the document: there is no item to look at. */
  static Optional<Owner> of(JsonNode source) {
    JsonNode sync = source.path(SyncFields.SYNC);
    String table = sync.path(SyncFields.TABLE).textValue();
    String pk = sync.path(SyncFields.PK).textValue();
    return table == null || pk == null
        ? Optional.empty()
        : Optional.of(
            new Owner(table, pk, Optional.ofNullable(sync.path(SyncFields.SK).textValue())));
  }
}
