package dev.tributary.enrich;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tributary.change.SyncFields;
import dev.tributary.enrich.Part.Absent;
import dev.tributary.enrich.Part.Kept;
import dev.tributary.enrich.Part.Origin;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a stored document has of objects.
 *
 * @param fields of the document, as JSON: those that objects fill
 * @param sync of its {@code _sync}, as JSON: what this package wrote there
 */
public record Stored(Map<String, byte[]> fields, Map<String, byte[]> sync) {

  static final String ATTRIBUTE = "attribute";
  static final String REFERENCE = "reference";
  static final String ETAG = "etag";
  static final String PENDING = "pending";

  private static final ObjectMapper JSON = new ObjectMapper();

  /** There is no such document. */
  public static final Stored NOTHING = new Stored(Map.of(), Map.of());

  /** Only from the same object: a shape of another place would be worse than none. */
  Part keep(Absent absent) {
    String attribute = absent.lacking().attribute();
    for (JsonNode object : list(SyncFields.OBJECTS)) {
      Optional<String> etag = text(object, ETAG);
      if (attribute.equals(object.path(ATTRIBUTE).textValue())
          && absent.lacking().reference().equals(object.path(REFERENCE).textValue())
          && etag.isPresent()) {
        return new Kept(
            fields(absent),
            shape(absent),
            new Origin(attribute, absent.lacking().reference(), etag, true),
            absent.lacking());
      }
    }
    return absent;
  }

  private Map<String, byte[]> fields(Absent absent) {
    Map<String, byte[]> kept = new LinkedHashMap<>();
    for (String field : absent.pull().content().fields()) {
      if (fields.containsKey(field)) {
        kept.put(field, fields.get(field));
      }
    }
    return kept;
  }

  private Optional<byte[]> shape(Absent absent) {
    String field = absent.pull().content().fields().get(0);
    for (JsonNode shape : list(SyncFields.GEOMETRY)) {
      if (field.equals(shape.path("field").textValue())) {
        return Optional.of(Json.of(out -> JSON.writeTree(out, shape)));
      }
    }
    return Optional.empty();
  }

  private JsonNode list(String name) {
    try {
      return JSON.readTree(sync.getOrDefault(name, new byte[] {'[', ']'}));
    } catch (IOException e) {
      // Not as we wrote it, so nothing in it is ours to keep.
      return JSON.createArrayNode();
    }
  }

  private static Optional<String> text(JsonNode node, String field) {
    return Optional.ofNullable(node.path(field).textValue());
  }
}
