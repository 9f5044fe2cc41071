package dev.tributary.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** The schema that editors use, with a validator as they have one. */
final class ConfigSchema {
  private static final Path FILE = Path.of("config", "tributary.schema.json");
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

  private final JsonNode json;
  private final Schema schema;

  ConfigSchema() {
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

  List<String> problems(String yaml) {
    return problems(read(yaml));
  }

  /** What is wrong with the schema itself. */
  List<String> ownProblems() {
    String draft = SpecificationVersion.DRAFT_2020_12.getDialectId();
    return REGISTRY.getSchema(com.networknt.schema.SchemaLocation.of(draft)).validate(json).stream()
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
    walk(
        "",
        json,
        (key, part) -> {
          if (below(part).isEmpty()) {
            leaves.put(key, part);
          }
        });
    return leaves;
  }

  /** All keys, those of sections included. */
  Map<String, JsonNode> keys() {
    Map<String, JsonNode> keys = new LinkedHashMap<>();
    walk("", json, keys::put);
    return keys;
  }

  private void walk(String path, JsonNode part, BiConsumer<String, JsonNode> visit) {
    below(part)
        .forEach(
            (name, child) -> {
              String key = path.isEmpty() ? name : path + "." + name;
              visit.accept(key, child);
              walk(key, child, visit);
            });
  }

  private Map<String, JsonNode> below(JsonNode part) {
    Map<String, JsonNode> below = new LinkedHashMap<>();
    JsonNode resolved = resolved(part);
    resolved.path("properties").properties().forEach(e -> below.put(e.getKey(), e.getValue()));
    JsonNode others = resolved(resolved.path("additionalProperties"));
    if (others.has("properties")) {
      below.put("<name>", others);
    }
    return below;
  }

  /** An editor shows what stands beside a reference first. */
  private JsonNode resolved(JsonNode part) {
    return part.has("$ref") ? json.at(part.get("$ref").asText().substring(1)) : part;
  }
}
