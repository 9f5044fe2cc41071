package dev.tributary.index;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.change.SyncFields;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The concrete indexes behind the aliases. An alias {@code places} starts with {@code
 * places-000001}; Tributary only ever writes through the alias.
 */
public final class Generations {

  private static final Logger LOG = LoggerFactory.getLogger(Generations.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  /** How long OpenSearch remembers deletes, so that an older write cannot bring a document back. */
  private static final String GC_DELETES = "1h";

  private final OpenSearchHttp http;

  public Generations(OpenSearchHttp http) {
    this.http = http;
  }

  /**
   * Makes the first generation behind the alias, unless the alias is there.
   *
   * @param mapping a file with {@code settings} and {@code mappings}; without one the index stores
   *     documents, and only their {@code _sync} can be searched
   */
  public void ensure(String alias, Optional<Path> mapping)
      throws OpenSearchUnavailableException, InvalidIndexException {
    if (aliasExists(alias)) {
      return;
    }
    refuseConcrete(alias);
    String generation = alias + "-000001";
    Answer answer =
        http.await(http.json("PUT", "/" + generation, bytes(definition(alias, mapping))));
    if (answer.ok()) {
      LOG.info("Created index {} behind the alias {}", generation, alias);
    } else if (!aliasExists(alias)) {
      // With the alias there, another worker was first. A 400 is about the definition, and only a
      // person can mend that.
      if (answer.status() != 400) {
        throw OpenSearchUnavailableException.refused(answer);
      }
      throw new InvalidIndexException(
          "OpenSearch refuses to create '"
              + generation
              + mapping.map(file -> "' from " + file).orElse("'")
              + ": "
              + answer.excerpt());
    }
  }

  /** Says what {@link #ensure} would do, and does nothing. */
  public String plan(String alias, Optional<Path> mapping)
      throws OpenSearchUnavailableException, InvalidIndexException {
    definition(alias, mapping);
    if (aliasExists(alias)) {
      return "is there";
    }
    refuseConcrete(alias);
    return "will be created" + mapping.map(file -> " from " + file).orElse("");
  }

  /** Checks that OpenSearch answers, and says which one it is. */
  public String describeServer() throws OpenSearchUnavailableException {
    Answer answer = http.await(http.json("GET", "/"));
    if (!answer.ok()) {
      throw OpenSearchUnavailableException.refused(answer);
    }
    try {
      JsonNode version = JSON.readTree(answer.body()).path("version");
      return version.path("distribution").asText("server") + " " + version.path("number").asText();
    } catch (IOException e) {
      throw OpenSearchUnavailableException.noAnswer(e);
    }
  }

  /** Reads a mapping file and adds what Tributary needs; says what is wrong with it. */
  static ObjectNode definition(String alias, Optional<Path> mapping) throws InvalidIndexException {
    ObjectNode definition = mapping.isPresent() ? read(mapping.get()) : storeOnly();
    ObjectNode settings = object(definition, "settings");
    boolean chosen =
        settings.has("index.gc_deletes")
            || settings.has("gc_deletes")
            || settings.path("index").has("gc_deletes");
    if (!chosen) {
      settings.put("index.gc_deletes", GC_DELETES);
    }
    object(object(definition, "mappings"), "properties").set(SyncFields.SYNC, syncMapping());
    object(definition, "aliases").putObject(alias).put("is_write_index", true);
    return definition;
  }

  private static ObjectNode storeOnly() {
    ObjectNode definition = JSON.createObjectNode();
    definition.putObject("mappings").put("dynamic", false).put("date_detection", false);
    return definition;
  }

  private static ObjectNode syncMapping() {
    ObjectNode sync = JSON.createObjectNode().put("dynamic", false);
    ObjectNode properties = sync.putObject("properties");
    for (String field :
        new String[] {
          SyncFields.TABLE,
          SyncFields.PK,
          SyncFields.SK,
          SyncFields.STREAM,
          SyncFields.SEQ,
          SyncFields.OMITTED
        }) {
      properties.putObject(field).put("type", "keyword");
    }
    properties.putObject(SyncFields.TIME).put("type", "date");
    properties.putObject(SyncFields.READ_AT).put("type", "date");
    return sync;
  }

  private static ObjectNode read(Path file) throws InvalidIndexException {
    try {
      JsonNode tree = JSON.readTree(Files.readAllBytes(file));
      if (tree instanceof ObjectNode object) {
        return object;
      }
      throw new InvalidIndexException(
          file + " is not a JSON object; it needs \"settings\" and \"mappings\"");
    } catch (JsonProcessingException e) {
      throw new InvalidIndexException(
          file + ":" + e.getLocation().getLineNr() + " is not JSON: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new InvalidIndexException(file + " cannot be read: " + e.getMessage());
    }
  }

  private static ObjectNode object(ObjectNode parent, String field) throws InvalidIndexException {
    JsonNode child = parent.path(field);
    if (child.isMissingNode()) {
      return parent.putObject(field);
    }
    if (child instanceof ObjectNode object) {
      return object;
    }
    throw new InvalidIndexException("\"" + field + "\" in the mapping file must be an object");
  }

  void refuseConcrete(String alias) throws OpenSearchUnavailableException, InvalidIndexException {
    // Asked by an alias, OpenSearch answers under the name of the index behind it: another worker
    // may have made it since we looked.
    Optional<JsonNode> found = find("/" + alias);
    if (found.isPresent() && found.get().has(alias)) {
      throw new InvalidIndexException(
          "'"
              + alias
              + "' is a concrete index, and Tributary writes through an alias: reindex it into '"
              + alias
              + "-000001', delete it and add the alias, or choose another name under indexes");
    }
  }

  private boolean aliasExists(String alias) throws OpenSearchUnavailableException {
    return find("/_alias/" + alias).isPresent();
  }

  private Optional<JsonNode> find(String path) throws OpenSearchUnavailableException {
    Answer answer = http.await(http.json("GET", path));
    if (answer.status() == 404) {
      return Optional.empty();
    }
    if (!answer.ok()) {
      throw OpenSearchUnavailableException.refused(answer);
    }
    try {
      return Optional.of(JSON.readTree(answer.body()));
    } catch (IOException e) {
      throw OpenSearchUnavailableException.noAnswer(e);
    }
  }

  private static byte[] bytes(ObjectNode node) throws InvalidIndexException {
    try {
      return JSON.writeValueAsBytes(node);
    } catch (JsonProcessingException e) {
      throw new InvalidIndexException(e.getMessage());
    }
  }
}
