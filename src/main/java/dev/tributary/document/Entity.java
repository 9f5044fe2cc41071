package dev.tributary.document;

import dev.tributary.change.Change;
import java.io.IOException;

/**
 * One entity's rule, ready to be asked. So far every item of its table belongs to it, whole.
 *
 * @param name the entity's name in the config
 * @param index the index's name in the config
 */
record Entity(String name, String index) {

  Action actionFor(Change change) {
    String id = DocumentId.of(change.key());
    if (!(change instanceof Change.Put put)) {
      return new Action.Delete(name, index, id);
    }
    try {
      return new Action.Index(name, index, id, DocumentWriter.write(put));
    } catch (IOException | NumberFormatException e) {
      // No item of DynamoDB's comes here. If one does, it alone is set aside, not its shard.
      return new Action.Reject(
          name, index, id, "cannot be written as JSON: " + e.getClass().getSimpleName());
    }
  }
}
