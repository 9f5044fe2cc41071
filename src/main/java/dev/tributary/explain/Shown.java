package dev.tributary.explain;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.change.Change;
import dev.tributary.change.Origin;
import dev.tributary.change.SyncFields;
import dev.tributary.document.Body;
import dev.tributary.entity.FieldNames;
import java.util.Map;

/** A document as people see it: in the order of its item, and without what nobody told. */
final class Shown {
  private Shown() {}

  static ObjectNode document(Body body, Asked asked) {
    ObjectNode document = JsonFile.parse(body.bytes());
    ObjectNode sync = (ObjectNode) document.remove(SyncFields.SYNC);
    if (!(asked.change().origin() instanceof Origin.Streamed streamed)) {
      sync.remove(SyncFields.READ_AT);
    } else if (streamed.stream().isEmpty()) {
      sync.remove(SyncFields.STREAM);
    }
    ObjectNode ordered = document.objectNode();
    if (asked.change() instanceof Change.Put put) {
      for (String attribute : put.item().attributes().keySet()) {
        String field = FieldNames.ofAttribute(attribute);
        if (document.has(field)) {
          ordered.set(field, document.remove(field));
        }
      }
    }
    document.properties().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(made -> ordered.set(made.getKey(), made.getValue()));
    ordered.set(SyncFields.SYNC, sync);
    return ordered;
  }
}
