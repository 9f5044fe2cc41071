package dev.tributary.index;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.function.BiConsumer;

/** Reads all documents of an index. */
public final class DocumentScan {

  private static final ObjectMapper JSON = ExactJson.MAPPER;
  private static final int PAGE = 500;
  private static final String KEEP = "1m";

  private final OpenSearchHttp http;

  public DocumentScan(OpenSearchHttp http) {
    this.http = http;
  }

  /**
   * Reads every document that is there now.
   *
   * @param each told the id and the source, as JSON
   */
  public void read(String index, BiConsumer<String, byte[]> each)
      throws OpenSearchUnavailableException {
    ask("POST", "/" + index + "/_refresh", null);
    ObjectNode first = JSON.createObjectNode().put("size", PAGE);
    first.putArray("sort").add("_doc");
    JsonNode page = ask("POST", "/" + index + "/_search?scroll=" + KEEP, first);
    while (!page.path("hits").path("hits").isEmpty()) {
      for (JsonNode hit : page.path("hits").path("hits")) {
        each.accept(hit.path("_id").asText(), bytes(hit.path("_source")));
      }
      String scroll = page.path("_scroll_id").asText();
      ObjectNode next = JSON.createObjectNode().put("scroll", KEEP).put("scroll_id", scroll);
      page = ask("POST", "/_search/scroll", next);
    }
    ask(
        "DELETE",
        "/_search/scroll",
        JSON.createObjectNode().put("scroll_id", page.path("_scroll_id").asText()));
  }

  private JsonNode ask(String method, String path, ObjectNode body)
      throws OpenSearchUnavailableException {
    Answer answer =
        http.await(body == null ? http.json(method, path) : http.json(method, path, bytes(body)));
    if (!answer.ok()) {
      throw OpenSearchUnavailableException.refused(answer);
    }
    try {
      return JSON.readTree(answer.body());
    } catch (IOException e) {
      throw OpenSearchUnavailableException.noAnswer(e);
    }
  }

  private static byte[] bytes(JsonNode node) {
    try {
      return JSON.writeValueAsBytes(node);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
