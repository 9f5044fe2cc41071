package dev.tributary.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** The schema that editors use, and a validator such as they have. */
public final class ConfigSchema {
  private static final Path FILE = Path.of("config", "tributary.schema.json");
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

  private final JsonNode json;
  private final Schema schema;

  public ConfigSchema() {
    try {
      json = JSON.readTree(FILE.toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    schema = REGISTRY.getSchema(json);
  }

  /** What an editor would underline; empty for a file that it likes. */
  List<String> problems(JsonNode config) {
    return schema.validate(config).stream().map(Object::toString).toList();
  }

  public List<String> problems(String yaml) {
    return problems(read(yaml));
  }

  /** What is wrong with the schema itself. */
  List<String> ownProblems() {
    String draft = SpecificationVersion.DRAFT_2020_12.getDialectId();
    return REGISTRY.getSchema(SchemaLocation.of(draft)).validate(json).stream()
        .map(Object::toString)
        .toList();
  }

  /** A file as an editor sees it. As JSON it is still YAML, for the reader. */
  static ObjectNode read(String yaml) {
    LoadSettings settings = LoadSettings.builder().setSchema(new CoreSchema()).build();
    return JSON.valueToTree(new Load(settings).loadFromString(yaml));
  }

  /** The keys that hold a value, as the reader names them, each with its part of the schema. */
  Map<String, JsonNode> leaves() {
    Map<String, JsonNode> leaves = new LinkedHashMap<>();
    walk("", json, leaves);
    return leaves;
  }

  /** Whether the section that has this key cannot be without it. */
  boolean requires(String key) {
    JsonNode part = json;
    String[] names = key.split("\\.", -1);
    for (int i = 0; i < names.length - 1; i++) {
      part = resolved(children(part).getOrDefault(names[i], MissingNode.getInstance()));
    }
    for (JsonNode required : part.path("required")) {
      if (required.asText().equals(names[names.length - 1])) {
        return true;
      }
    }
    return false;
  }

  private void walk(String path, JsonNode part, Map<String, JsonNode> leaves) {
    JsonNode resolved = resolved(part);
    for (Map.Entry<String, JsonNode> child : children(resolved).entrySet()) {
      String key = path.isEmpty() ? child.getKey() : path + "." + child.getKey();
      if (holdsValue(resolved(child.getValue()))) {
        leaves.put(key, child.getValue());
      }
      walk(key, child.getValue(), leaves);
    }
    // A condition is a value or a map.
    resolved.path("anyOf").forEach(alternative -> walk(path, alternative, leaves));
  }

  private static Map<String, JsonNode> children(JsonNode part) {
    Map<String, JsonNode> children = new LinkedHashMap<>();
    part.path("properties").properties().forEach(e -> children.put(e.getKey(), e.getValue()));
    if (part.path("additionalProperties").isObject()) {
      children.put("<name>", part.get("additionalProperties"));
    }
    return children;
  }

  private static boolean holdsValue(JsonNode part) {
    return children(part).isEmpty();
  }

  /** An editor shows what stands beside a reference first. */
  private JsonNode resolved(JsonNode part) {
    return part.has("$ref") ? json.at(part.get("$ref").asText().substring(1)) : part;
  }
}
