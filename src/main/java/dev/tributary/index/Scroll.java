package dev.tributary.index;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;

/**
 * Reads all that a search finds, a page at a time. What was written before it began is found, or it
 * fails: a part of an index that does not answer is never taken for an empty one. Thread-safe.
 */
final class Scroll {

  private static final ObjectMapper JSON = ExactJson.MAPPER;
  private static final int PAGE = 500;

  /** The field of a search that makes it one of several parts. */
  static final String SLICE = "slice";

  private final OpenSearchHttp http;
  private final String keep;

  /** Told of each page; what it throws ends the search. */
  @FunctionalInterface
  interface Page<E extends Exception> {
    void accept(JsonNode hits) throws OpenSearchUnavailableException, E;
  }

  /**
   * @param keep for a page to be worked on
   */
  Scroll(OpenSearchHttp http, Duration keep) {
    this.http = http;
    this.keep = keep.toSeconds() + "s";
  }

  /**
   * @param search the query and the fields
   */
  <E extends Exception> void read(String index, ObjectNode search, Page<E> page)
      throws OpenSearchUnavailableException, E {
    refresh(index);
    search.put("size", PAGE).putArray("sort").add("_doc");
    if (search.has(SLICE)) {
      // Only a scroll can be sliced.
      scroll(index, search, page);
      return;
    }
    JsonNode first = ask("POST", path(index), search);
    if (hits(first).size() < PAGE) {
      page.accept(hits(first));
    } else {
      scroll(index, search, page);
    }
  }

  /**
   * Only where there are many: OpenSearch keeps so many scrolls at a time and no more, and ending
   * one takes a right that a worker may not have.
   */
  private <E extends Exception> void scroll(String index, ObjectNode search, Page<E> each)
      throws OpenSearchUnavailableException, E {
    JsonNode page = ask("POST", path(index) + "&scroll=" + keep, search);
    try {
      while (!hits(page).isEmpty()) {
        each.accept(hits(page));
        page = ask("POST", "/_search/scroll", id(page).put("scroll", keep));
      }
    } finally {
      end(page);
    }
  }

  /** OpenSearch forgets it by itself, but later. */
  private void end(JsonNode page) {
    try {
      http.await(http.json("DELETE", "/_search/scroll", ExactJson.bytes(id(page))));
    } catch (OpenSearchUnavailableException e) {
      // What was read was read, and what failed before says more.
    }
  }

  private void refresh(String index) throws OpenSearchUnavailableException {
    Answer answer = http.await(http.json("POST", "/" + index + "/_refresh"));
    if (answer.status() == 404) {
      throw new OpenSearchUnavailableException("there is no index '" + index + "'", null);
    }
    whole(answer);
  }

  private JsonNode ask(String method, String path, ObjectNode body)
      throws OpenSearchUnavailableException {
    return whole(http.await(http.json(method, path, ExactJson.bytes(body))));
  }

  private static JsonNode whole(Answer answer) throws OpenSearchUnavailableException {
    if (!answer.ok()) {
      throw OpenSearchUnavailableException.refused(answer);
    }
    JsonNode said;
    try {
      said = JSON.readTree(answer.body());
    } catch (IOException e) {
      throw OpenSearchUnavailableException.noAnswer(e);
    }
    if (said.path("_shards").path("failed").asInt() > 0 || said.path("timed_out").asBoolean()) {
      throw new OpenSearchUnavailableException(
          "a part of the index did not answer: " + said.path("_shards"), null);
    }
    return said;
  }

  private static JsonNode hits(JsonNode page) {
    return page.path("hits").path("hits");
  }

  private static String path(String index) {
    return "/" + index + "/_search?allow_partial_search_results=false";
  }

  private static ObjectNode id(JsonNode page) {
    return JSON.createObjectNode().put("scroll_id", page.path("_scroll_id").asText());
  }
}
