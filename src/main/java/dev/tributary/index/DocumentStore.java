package dev.tributary.index;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.tributary.change.SequenceNumber;
import dev.tributary.change.SyncFields;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Reads and writes single documents of one generation, waiting for each answer. Thread-safe. */
public final class DocumentStore {

  /** Fields of other programs are written back as they were. */
  private static final ObjectMapper JSON = ExactJson.MAPPER;

  private final OpenSearchHttp http;
  private final Generation generation;
  private final MultiGet reads;

  public DocumentStore(OpenSearchHttp http, Generation generation) {
    this.http = http;
    this.generation = generation;
    this.reads = new MultiGet(http, JSON);
  }

  /** Reads several documents in one request, as they are now, in the order of the keys. */
  public List<Optional<StoredDocument>> find(List<DocumentKey> documents)
      throws OpenSearchUnavailableException {
    return find(documents, Set.of());
  }

  private List<Optional<StoredDocument>> find(List<DocumentKey> documents, Set<String> fields)
      throws OpenSearchUnavailableException {
    ArrayNode docs = JSON.createArrayNode();
    for (DocumentKey document : documents) {
      DocumentKey placed = generation.placed(document);
      ArrayNode source =
          docs.addObject()
              .put("_index", placed.index())
              .put("_id", placed.id())
              .putArray("_source")
              .add(SyncFields.SYNC);
      fields.forEach(source::add);
    }
    List<Optional<StoredDocument>> found = new ArrayList<>(documents.size());
    for (JsonNode doc : reads.read(docs)) {
      found.add(doc.path("found").asBoolean() ? Optional.of(stored(doc)) : Optional.empty());
    }
    return found;
  }

  public Optional<StoredDocument> find(DocumentKey document) throws OpenSearchUnavailableException {
    return find(document, Set.of());
  }

  /**
   * @param fields to be read too, of those at the top of the document
   */
  public Optional<StoredDocument> find(DocumentKey document, Set<String> fields)
      throws OpenSearchUnavailableException {
    return find(List.of(document), fields).get(0);
  }

  public WriteResult index(DocumentKey document, byte[] body, Condition condition)
      throws OpenSearchUnavailableException {
    return write(
        new BulkBody(body.length + 256).index(generation.placed(document), body, condition));
  }

  public WriteResult delete(DocumentKey document, Condition condition)
      throws OpenSearchUnavailableException {
    return write(new BulkBody(256).delete(generation.placed(document), condition));
  }

  private WriteResult write(BulkBody body) throws OpenSearchUnavailableException {
    // Where the document takes long, giving up early would only make it be written once more.
    Answer answer = http.await(http.bulk(body.whole(), BulkAnswer.QUERY, Patience.LONG));
    if (answer.status() == 400 || answer.status() == 413) {
      return new WriteResult.Refused("status " + answer.status() + ": " + answer.excerpt());
    }
    ItemAnswer item = only(answer, body.guards());
    return switch (Verdict.of(item)) {
      case APPLIED -> new WriteResult.Done(item.version());
      case CONFLICT -> new WriteResult.Conflict(item.standing());
      case REJECTED -> new WriteResult.Refused(item.errorType() + ": " + item.reason());
      case RETRY -> throw new OpenSearchUnavailableException(item.described(), null);
    };
  }

  private static ItemAnswer only(Answer answer, int guards) throws OpenSearchUnavailableException {
    if (!answer.ok()) {
      throw OpenSearchUnavailableException.refused(answer);
    }
    try {
      return BulkAnswer.parse(answer.body(), 1, guards).get(0);
    } catch (IOException e) {
      throw OpenSearchUnavailableException.noAnswer(e);
    }
  }

  private static StoredDocument stored(JsonNode doc) {
    JsonNode sync = doc.path("_source").path(SyncFields.SYNC);
    try {
      return stored(
          doc,
          sync.isObject(),
          text(sync, SyncFields.STREAM),
          text(sync, SyncFields.SEQ).map(SequenceNumber::of),
          text(sync, SyncFields.TIME).map(Instant::parse),
          text(sync, SyncFields.READ_AT).map(Instant::parse));
    } catch (NumberFormatException | DateTimeParseException e) {
      // Somebody else's idea of this field: it must not stop the reading of the others.
      return stored(
          doc, false, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }
  }

  private static StoredDocument stored(
      JsonNode doc,
      boolean ours,
      Optional<String> stream,
      Optional<SequenceNumber> sequenceNumber,
      Optional<Instant> time,
      Optional<Instant> readAt) {
    return new StoredDocument(
        ours,
        doc.path("_version").asLong(),
        doc.path("_seq_no").asLong(),
        doc.path("_primary_term").asLong(),
        stream,
        sequenceNumber,
        time,
        readAt,
        fields(doc.path("_source"), field -> !field.getKey().equals(SyncFields.SYNC)),
        fields(
            doc.path("_source").path(SyncFields.SYNC),
            field -> field.getValue().isContainerNode()));
  }

  private static Map<String, byte[]> fields(
      JsonNode node, Predicate<Map.Entry<String, JsonNode>> of) {
    Map<String, byte[]> fields = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      if (of.test(field)) {
        fields.put(field.getKey(), ExactJson.bytes(field.getValue()));
      }
    }
    return fields;
  }

  private static Optional<String> text(JsonNode node, String field) {
    return Optional.ofNullable(node.path(field).textValue());
  }
}
