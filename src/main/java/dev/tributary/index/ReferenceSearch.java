package dev.tributary.index;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.change.SyncFields;
import dev.tributary.index.ReferringDocument.Named;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds documents by the objects that they name. What was written before a search began is found by
 * it, or it fails: a part of an index that does not answer is never taken for an empty one. A page
 * of documents is held at a time. Thread-safe.
 */
public final class ReferenceSearch {

  /** Told of each document; what it throws ends the search. */
  public interface Each<E extends Exception> {
    void accept(ReferringDocument document) throws E;
  }

  private static final ObjectMapper JSON = ExactJson.MAPPER;

  /** For a page of documents to be worked on, each of which may be written again meanwhile. */
  private static final Duration KEEP = Duration.ofMinutes(10);

  private static final String OBJECTS = SyncFields.SYNC + "." + SyncFields.OBJECTS;
  private static final String REFERENCE = OBJECTS + ".reference";

  private final Scroll scroll;

  public ReferenceSearch(OpenSearchHttp http) {
    this.scroll = new Scroll(http, KEEP);
  }

  /**
   * The documents that name this object.
   *
   * @param index an alias
   * @param reference as it stands in {@code _sync}
   */
  public <E extends Exception> void find(String index, String reference, Each<E> each)
      throws OpenSearchUnavailableException, E {
    ObjectNode query = JSON.createObjectNode();
    query.putObject("term").put(REFERENCE, reference);
    search(index, query, each);
  }

  /** The documents that name any object. */
  public <E extends Exception> void all(String index, Each<E> each)
      throws OpenSearchUnavailableException, E {
    ObjectNode query = JSON.createObjectNode();
    query.putObject("exists").put("field", REFERENCE);
    search(index, query, each);
  }

  private <E extends Exception> void search(String index, ObjectNode query, Each<E> each)
      throws OpenSearchUnavailableException, E {
    scroll.read(index, request(query), hits -> tell(hits, each));
  }

  private static <E extends Exception> void tell(JsonNode hits, Each<E> each) throws E {
    for (JsonNode hit : hits) {
      Optional<ReferringDocument> document = document(hit);
      if (document.isPresent()) {
        each.accept(document.get());
      }
    }
  }

  private static ObjectNode request(ObjectNode query) {
    ObjectNode request = JSON.createObjectNode().put("version", true);
    request
        .putArray("_source")
        .add(SyncFields.SYNC + "." + SyncFields.TABLE)
        .add(SyncFields.SYNC + "." + SyncFields.PK)
        .add(SyncFields.SYNC + "." + SyncFields.SK)
        .add(OBJECTS);
    request.set("query", query);
    return request;
  }

  /** Nothing where somebody else wrote it: there is no item to look at. */
  private static Optional<ReferringDocument> document(JsonNode hit) {
    Optional<Owner> owner = Owner.of(hit.path("_source"));
    if (owner.isEmpty()) {
      return Optional.empty();
    }
    List<Named> objects = new ArrayList<>();
    for (JsonNode object : hit.path("_source").path(SyncFields.SYNC).path(SyncFields.OBJECTS)) {
      objects.add(
          new Named(
              object.path("attribute").asText(),
              object.path("reference").asText(),
              text(object, "etag"),
              object.path("pending").asBoolean()));
    }
    return Optional.of(
        new ReferringDocument(
            hit.path("_id").asText(),
            owner.get().table(),
            owner.get().pk(),
            owner.get().sk(),
            hit.path("_version").asLong(),
            objects));
  }

  private static Optional<String> text(JsonNode node, String field) {
    return Optional.ofNullable(node.path(field).textValue());
  }
}
