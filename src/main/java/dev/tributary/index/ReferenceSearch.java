package dev.tributary.index;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.change.SyncFields;
import dev.tributary.index.ReferringDocument.Named;
import java.io.IOException;
import java.io.UncheckedIOException;
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
  private static final int PAGE = 500;

  /** For a page of documents to be worked on, each of which may be written again meanwhile. */
  private static final String KEEP = "10m";

  private static final String OBJECTS = SyncFields.SYNC + "." + SyncFields.OBJECTS;
  private static final String REFERENCE = OBJECTS + ".reference";

  private final OpenSearchHttp http;

  public ReferenceSearch(OpenSearchHttp http) {
    this.http = http;
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
    ask("POST", "/" + index + "/_refresh", null);
    JsonNode page = ask("POST", path(index), request(query));
    if (hits(page).size() < PAGE) {
      tell(page, each);
    } else {
      scroll(index, query, each);
    }
  }

  /**
   * Only where there are many: OpenSearch keeps so many scrolls at a time and no more, and ending
   * one takes a right that a worker may not have.
   */
  private <E extends Exception> void scroll(String index, ObjectNode query, Each<E> each)
      throws OpenSearchUnavailableException, E {
    JsonNode page = ask("POST", path(index) + "&scroll=" + KEEP, request(query));
    try {
      while (!hits(page).isEmpty()) {
        tell(page, each);
        page = ask("POST", "/_search/scroll", id(page).put("scroll", KEEP));
      }
    } finally {
      // OpenSearch forgets it by itself, but later.
      var unused = http.json("DELETE", "/_search/scroll", bytes(id(page)));
    }
  }

  private static <E extends Exception> void tell(JsonNode page, Each<E> each) throws E {
    for (JsonNode hit : hits(page)) {
      Optional<ReferringDocument> document = document(hit);
      if (document.isPresent()) {
        each.accept(document.get());
      }
    }
  }

  private static JsonNode hits(JsonNode page) {
    return page.path("hits").path("hits");
  }

  private static String path(String index) {
    return "/" + index + "/_search?allow_partial_search_results=false";
  }

  private static ObjectNode request(ObjectNode query) {
    ObjectNode request = JSON.createObjectNode().put("size", PAGE).put("version", true);
    request.putArray("sort").add("_doc");
    request
        .putArray("_source")
        .add(SyncFields.SYNC + "." + SyncFields.TABLE)
        .add(SyncFields.SYNC + "." + SyncFields.PK)
        .add(SyncFields.SYNC + "." + SyncFields.SK)
        .add(OBJECTS);
    request.set("query", query);
    return request;
  }

  private static ObjectNode id(JsonNode page) {
    return JSON.createObjectNode().put("scroll_id", page.path("_scroll_id").asText());
  }

  /** Nothing where somebody else wrote it: there is no item to look at. */
  private static Optional<ReferringDocument> document(JsonNode hit) {
    JsonNode sync = hit.path("_source").path(SyncFields.SYNC);
    Optional<String> table = text(sync, SyncFields.TABLE);
    Optional<String> pk = text(sync, SyncFields.PK);
    if (table.isEmpty() || pk.isEmpty()) {
      return Optional.empty();
    }
    List<Named> objects = new ArrayList<>();
    for (JsonNode object : sync.path(SyncFields.OBJECTS)) {
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
            table.get(),
            pk.get(),
            text(sync, SyncFields.SK),
            hit.path("_version").asLong(),
            objects));
  }

  private static Optional<String> text(JsonNode node, String field) {
    return Optional.ofNullable(node.path(field).textValue());
  }

  private JsonNode ask(String method, String path, ObjectNode body)
      throws OpenSearchUnavailableException {
    Answer answer =
        http.await(body == null ? http.json(method, path) : http.json(method, path, bytes(body)));
    if (!answer.ok()) {
      throw OpenSearchUnavailableException.refused(answer);
    }
    JsonNode said = answer.json();
    if (said.path("_shards").path("failed").asInt() > 0 || said.path("timed_out").asBoolean()) {
      throw new OpenSearchUnavailableException(
          "a part of the index did not answer: " + said.path("_shards"), null);
    }
    return said;
  }

  private static byte[] bytes(ObjectNode node) {
    try {
      return JSON.writeValueAsBytes(node);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
