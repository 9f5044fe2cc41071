package dev.tributary.table;

import dev.tributary.table.ItemReads.Cursor;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Where the load of an export's files goes on.
 *
 * @param file its number in the manifest
 * @param items how many of its items are done
 */
public record FilePlace(int file, long items) {

  private static final String FILE = "file";
  private static final String ITEMS = "items";

  /** Nothing at the beginning. */
  public static Optional<FilePlace> of(Optional<Cursor> cursor) {
    return cursor.map(
        at ->
            new FilePlace(
                Integer.parseInt(at.key().get(FILE).n()), Long.parseLong(at.key().get(ITEMS).n())));
  }

  public Cursor cursor() {
    return new Cursor(
        Map.of(
            FILE, AttributeValue.fromN(Integer.toString(file)),
            ITEMS, AttributeValue.fromN(Long.toString(items))));
  }
}
