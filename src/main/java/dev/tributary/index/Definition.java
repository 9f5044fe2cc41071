package dev.tributary.index;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.change.SyncFields;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * What an index should be: its mapping file, and what Tributary adds to it. Without a file the
 * index stores documents, and only their {@code _sync} can be searched.
 */
final class Definition {

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private static final JsonMapper SORTED =
      JsonMapper.builder()
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  /** How long OpenSearch remembers deletes, so that an older write cannot bring a document back. */
  private static final String GC_DELETES = "1h";

  private final String source;
  private final ObjectNode body;
  private final String digest;

  private Definition(String source, ObjectNode body) throws InvalidIndexException {
    this.source = source;
    this.body = body;
    this.digest = digest(body);
    rememberDeletes(object(body, "settings"));
    ObjectNode mappings = object(body, "mappings");
    if (mappings.path(Stamp.META).has(Stamp.OURS)) {
      throw new InvalidIndexException(
          source + ": _meta.tributary is Tributary's own; leave it out of the mappings");
    }
    refuseWhatHidesDocuments(mappings);
    putIfAbsent(mappings, "dynamic");
    putIfAbsent(mappings, "date_detection");
    object(mappings, "properties").set(SyncFields.SYNC, syncMapping());
  }

  static Definition of(Optional<Path> file) throws InvalidIndexException {
    return file.isPresent()
        ? new Definition(file.get().toString(), read(file.get()))
        : new Definition("the default mapping", JSON.createObjectNode());
  }

  /** Where it comes from, for messages. */
  String source() {
    return source;
  }

  MappedFields fields() {
    return new MappedFields(body.path("mappings"));
  }

  /**
   * The file's own digest: neither the order of its keys is part of it, nor what Tributary adds,
   * which may become more from version to version.
   */
  String digest() {
    return digest;
  }

  /**
   * The request that makes a generation.
   *
   * @param live whether the public alias is to point at it
   * @param rules the digest of the rules whose documents it takes
   */
  ObjectNode creation(Generation generation, boolean live, String rules)
      throws InvalidIndexException {
    ObjectNode creation = body.deepCopy();
    ObjectNode aliases = object(creation, "aliases");
    aliases.putObject(generation.writeAlias());
    if (live) {
      aliases.putObject(generation.index()).put("is_write_index", true);
    }
    new Stamp(List.of(rules), digest).writeTo(object(creation, "mappings"));
    return creation;
  }

  /** The request that adds to the mappings of an index that is there. */
  ObjectNode update(JsonNode live) {
    ObjectNode update = body.path("mappings").deepCopy();
    // OpenSearch would replace it whole, and others may keep entries of their own there.
    if (update.path("_meta") instanceof ObjectNode meta && live.path("_meta").isObject()) {
      update.set("_meta", live.path("_meta").<ObjectNode>deepCopy().setAll(meta));
    }
    return update;
  }

  /** A request that makes nothing: OpenSearch checks it, and says it in its own way. */
  ObjectNode simulation() {
    ObjectNode simulation = JSON.createObjectNode();
    simulation.putArray("index_patterns").add("tributary-simulation");
    // Two templates that match the same name may not be of one priority: nobody else takes this.
    simulation.put("priority", Long.MAX_VALUE - 1);
    simulation.set("template", body);
    return simulation;
  }

  private static String digest(ObjectNode file) throws InvalidIndexException {
    try {
      // A tree keeps the order of the file; maps are written in that of their keys.
      byte[] text = SORTED.writeValueAsBytes(SORTED.treeToValue(file, Object.class));
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(text);
      return HexFormat.of().formatHex(digest, 0, 16);
    } catch (JsonProcessingException | NoSuchAlgorithmException e) {
      throw new InvalidIndexException("The mapping cannot be told apart from others: " + e);
    }
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

  private static void rememberDeletes(ObjectNode settings) {
    boolean chosen =
        settings.has("index.gc_deletes")
            || settings.has("gc_deletes")
            || settings.path("index").has("gc_deletes");
    if (!chosen) {
      settings.put("index.gc_deletes", GC_DELETES);
    }
  }

  /** Conflicts are decided by what is stored, and documents are written without a routing. */
  private void refuseWhatHidesDocuments(ObjectNode mappings) throws InvalidIndexException {
    JsonNode stored = mappings.path("_source");
    if (!stored.path("enabled").asBoolean(true)
        || stored.has("includes")
        || stored.has("excludes")) {
      throw new InvalidIndexException(
          source
              + ": _source must hold whole documents, since Tributary reads them back; leave it"
              + " out of the mappings");
    }
    if (mappings.path("_routing").path("required").asBoolean(false)) {
      throw new InvalidIndexException(
          source
              + ": _routing.required refuses every document, since Tributary writes without a"
              + " routing; leave it out of the mappings");
    }
  }

  private static void putIfAbsent(ObjectNode mappings, String parameter) {
    if (!mappings.has(parameter)) {
      mappings.put(parameter, false);
    }
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
    ObjectNode geometry = properties.putObject(SyncFields.GEOMETRY).putObject("properties");
    geometry.putObject("field").put("type", "keyword");
    geometry.putObject("step").put("type", "keyword");
    geometry.putObject("before").put("type", "integer");
    geometry.putObject("after").put("type", "integer");
    ObjectNode objects = properties.putObject(SyncFields.OBJECTS).putObject("properties");
    objects.putObject("attribute").put("type", "keyword");
    objects.putObject("reference").put("type", "keyword");
    objects.putObject("etag").put("type", "keyword");
    objects.putObject("pending").put("type", "boolean");
    return sync;
  }

  private ObjectNode object(ObjectNode parent, String field) throws InvalidIndexException {
    JsonNode child = parent.path(field);
    if (child.isMissingNode()) {
      return parent.putObject(field);
    }
    if (child instanceof ObjectNode object) {
      return object;
    }
    throw new InvalidIndexException(source + ": \"" + field + "\" must be an object");
  }
}
