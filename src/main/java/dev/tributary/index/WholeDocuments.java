package dev.tributary.index;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads documents with all their fields, as they are now, to be compared. They are asked for whole:
 * where OpenSearch leaves fields out, it writes the others anew, and long numbers lose digits.
 * Thread-safe.
 */
public final class WholeDocuments {

  /** Numbers of one value are equal, however many zeros they end in, and no digit is lost. */
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  private final MultiGet documents;
  private final Map<String, String> names;

  public WholeDocuments(OpenSearchHttp http) {
    this(http, Map.of());
  }

  /**
   * @param names of the indexes that are read instead of those of the config
   */
  public WholeDocuments(OpenSearchHttp http, Map<String, String> names) {
    this.documents = new MultiGet(http, JSON);
    this.names = Map.copyOf(names);
  }

  /** In one request, in the order of the keys. */
  public List<Optional<WholeDocument>> read(List<DocumentKey> keys)
      throws OpenSearchUnavailableException {
    ArrayNode docs = JSON.createArrayNode();
    for (DocumentKey key : keys) {
      String name = names.getOrDefault(key.index(), key.index());
      docs.addObject().put("_index", name).put("_id", key.id());
    }
    List<Optional<WholeDocument>> read = new ArrayList<>(keys.size());
    for (JsonNode doc : documents.read(docs)) {
      read.add(
          doc.path("found").asBoolean() && doc.path("_source") instanceof ObjectNode source
              ? Optional.of(
                  new WholeDocument(Owner.of(source), doc.path("_seq_no").asLong(), source))
              : Optional.empty());
    }
    return read;
  }
}
