package dev.tributary.index;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.change.SyncFields;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/**
 * OpenSearch as far as writes of single documents go: versions, sequence numbers, terms, and
 * tombstones that a restart forgets. One index; {@code ConflictIT} shows that the real one does the
 * same.
 */
public final class PlayedIndex {

  /** A document with this field is refused, as one that does not fit its mapping. */
  public static final String POISON = "poison";

  private static final ObjectMapper JSON = new ObjectMapper();

  private record Doc(long version, long seqNo, long term, ObjectNode source) {}

  private final Map<String, Doc> docs = new TreeMap<>();
  private final Map<String, Long> tombstones = new TreeMap<>();
  private final Set<String> arrived = new HashSet<>();
  private long nextSeqNo;
  private long term = 1;

  /** What is acknowledged outlives it; what only memory has does not. */
  public void restart() {
    tombstones.clear();
    term++;
  }

  /** As after {@code gc_deletes}. */
  public void forgetTombstones() {
    tombstones.clear();
  }

  /** Each document's content by its id, without what tells where it came from. */
  public Map<String, JsonNode> contents() {
    Map<String, JsonNode> contents = new TreeMap<>();
    docs.forEach((id, doc) -> contents.put(id, doc.source().deepCopy().without(SyncFields.SYNC)));
    return contents;
  }

  /** For a story: what is stored of a document. */
  public String describe(String id) {
    Doc doc = docs.get(id);
    if (doc != null) {
      return "version " + version(doc.version()) + " " + doc.source();
    }
    return tombstones.containsKey(id) ? "deleted at " + version(tombstones.get(id)) : "nothing";
  }

  private static String version(long version) {
    return (version >> 30) + "." + (version & ((1L << 30) - 1));
  }

  /**
   * @param refused which of a bulk's actions a full queue turns away
   */
  Answer handle(String path, byte[] body, IntPredicate refused) {
    try {
      return path.equals("/_mget")
          ? answer(find(JSON.readTree(body)))
          : answer(bulk(new String(body, StandardCharsets.UTF_8).lines().toList(), refused));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Answer answer(ObjectNode json) throws IOException {
    return new Answer(200, JSON.writeValueAsBytes(json));
  }

  private ObjectNode find(JsonNode request) {
    ObjectNode answer = JSON.createObjectNode();
    ArrayNode found = answer.putArray("docs");
    for (JsonNode wanted : request.path("docs")) {
      Doc doc = docs.get(wanted.path("_id").textValue());
      ObjectNode entry = found.addObject().put("found", doc != null);
      if (doc != null) {
        entry
            .put("_version", doc.version())
            .put("_seq_no", doc.seqNo())
            .put("_primary_term", doc.term())
            .set("_source", doc.source());
      }
    }
    return answer;
  }

  private ObjectNode bulk(List<String> lines, IntPredicate refused) throws IOException {
    ObjectNode answer = JSON.createObjectNode();
    ArrayNode items = answer.putArray("items");
    for (int line = 0; line < lines.size(); line++) {
      Map.Entry<String, JsonNode> action =
          JSON.readTree(lines.get(line)).properties().iterator().next();
      boolean delete = action.getKey().equals("delete");
      Optional<ObjectNode> source =
          delete ? Optional.empty() : Optional.of((ObjectNode) JSON.readTree(lines.get(++line)));
      ObjectNode result = items.addObject().putObject(action.getKey());
      if (refused.test(items.size() - 1)) {
        error(result, 429, "rejected_execution_exception", "the queue is full");
      } else {
        apply(action.getKey(), action.getValue(), source, result);
      }
    }
    return answer;
  }

  private void apply(
      String operation, JsonNode action, Optional<ObjectNode> source, ObjectNode result) {
    String id = action.path("_id").textValue();
    Doc doc = docs.get(id);
    long current = doc != null ? doc.version() : tombstones.getOrDefault(id, -1L);
    if (source.isPresent() && source.get().has(POISON)) {
      error(result, 400, "mapper_parsing_exception", "failed to parse field [" + POISON + "]");
      return;
    }
    if (source.isPresent() && isUntouched(source.get().path(SyncFields.SYNC))) {
      error(result, 400, "mapper_parsing_exception", "failed to parse field [outline]");
      return;
    }
    arrived.add(versioned(action));
    if (!holds(operation, action, doc, current)) {
      error(
          result,
          409,
          "version_conflict_engine_exception",
          "version conflict, current version [" + current + "] is higher than the one provided");
      return;
    }
    long version = action.has("version") ? action.path("version").longValue() : current + 1;
    if (source.isPresent()) {
      ObjectNode content = source.get();
      if (operation.equals("update")) {
        ObjectNode changed = (ObjectNode) content.path("doc");
        content = doc == null ? changed : doc.source().deepCopy().setAll(changed);
      }
      docs.put(id, new Doc(Math.max(1, version), nextSeqNo++, term, content));
      tombstones.remove(id);
      result.put("status", doc == null ? 201 : 200);
    } else {
      docs.remove(id);
      tombstones.put(id, version);
      nextSeqNo++;
      result.put("status", doc == null ? 404 : 200);
    }
    result.put("_version", Math.max(1, version));
  }

  /** Whether each of a bulk's writes came before, with the same version. */
  boolean hasSeen(byte[] bulk) {
    return new String(bulk, StandardCharsets.UTF_8)
        .lines()
        .map(PlayedIndex::parsed)
        .flatMap(line -> line.properties().stream())
        .map(Map.Entry::getValue)
        .filter(action -> action.has("_id"))
        .allMatch(
            action ->
                action.has("if_seq_no")
                    || (action.has("version") && arrived.contains(versioned(action))));
  }

  private static String versioned(JsonNode action) {
    return action.path("_id").textValue() + " at " + action.path("version").longValue();
  }

  private static JsonNode parsed(String line) {
    try {
      return JSON.readTree(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether it has a shape as it came: those are refused here, and taken once they are cleaned. */
  private static boolean isUntouched(JsonNode sync) {
    return sync.path(SyncFields.GEOMETRY).findValuesAsText("step").contains("as-is");
  }

  private static boolean holds(String operation, JsonNode action, Doc doc, long current) {
    if (action.has("version")) {
      return action.path("version").longValue() >= current;
    }
    if (action.has("if_seq_no")) {
      return doc != null
          && doc.seqNo() == action.path("if_seq_no").longValue()
          && doc.term() == action.path("if_primary_term").longValue();
    }
    return !operation.equals("create") || doc == null;
  }

  private static void error(ObjectNode result, int status, String type, String reason) {
    result.put("status", status).putObject("error").put("type", type).put("reason", reason);
  }
}
