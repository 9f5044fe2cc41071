package dev.tributary.index;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** The fields of a mapping file, found by their path. */
final class MappedFields {

  /** What a path leads to. */
  sealed interface Found {

    record Field(JsonNode mapping) implements Found {}

    /** Within something that takes whatever it is given. */
    record Anything() implements Found {}

    /** Nothing; documents with it are refused. */
    record Refused() implements Found {}

    /** Nothing; it is stored with the document, and cannot be searched. */
    record Stored() implements Found {}

    /**
     * Nothing, as there is a field on the way that holds plain values.
     *
     * @param path of that field
     */
    record Blocked(String path, String type) implements Found {}
  }

  private final ObjectNode mappings;

  /**
   * @param mappings as in the file, with {@code dynamic}
   */
  MappedFields(JsonNode mappings) {
    this.mappings = undotted(mappings);
  }

  Found find(List<String> path) {
    JsonNode at = mappings;
    String dynamic = at.path("dynamic").asText("true");
    for (int i = 0; i < path.size(); i++) {
      String type = MappedKind.type(at);
      if (MappedKind.of(at).isPlain()) {
        return new Found.Blocked(String.join(".", path.subList(0, i)), type);
      }
      boolean open = type.equals("object") || type.equals("nested");
      if (!open || !at.path("enabled").asBoolean(true)) {
        return new Found.Anything();
      }
      dynamic = at.path("dynamic").asText(dynamic);
      at = at.path("properties").path(path.get(i));
      if (at.isMissingNode()) {
        return switch (dynamic) {
          case "strict" -> new Found.Refused();
          case "false" -> new Found.Stored();
          default -> new Found.Anything();
        };
      }
    }
    return new Found.Field(at);
  }

  /** A file may write {@code a.b} for a field b in an object a. */
  private static ObjectNode undotted(JsonNode object) {
    ObjectNode copy = object.<ObjectNode>deepCopy();
    ObjectNode properties = JsonNodeFactory.instance.objectNode();
    for (var entry : object.path("properties").properties()) {
      JsonNode field = entry.getValue().isObject() ? undotted(entry.getValue()) : entry.getValue();
      put(properties, List.of(entry.getKey().split("\\.")), field);
    }
    if (!properties.isEmpty()) {
      copy.set("properties", properties);
    }
    return copy;
  }

  private static void put(ObjectNode properties, List<String> path, JsonNode field) {
    if (path.size() == 1) {
      properties.set(path.get(0), field);
    } else {
      ObjectNode object = properties.withObjectProperty(path.get(0));
      put(object.withObjectProperty("properties"), path.subList(1, path.size()), field);
    }
  }
}
