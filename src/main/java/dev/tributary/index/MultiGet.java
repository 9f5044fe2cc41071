package dev.tributary.index;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads several documents in one request, as they are now. Thread-safe. */
final class MultiGet {

  private final OpenSearchHttp http;
  private final ObjectMapper json;

  /**
   * @param json reads the answers
   */
  MultiGet(OpenSearchHttp http, ObjectMapper json) {
    this.http = http;
    this.json = json;
  }

  /** The answers in the order of what was asked for; one that is missing has no {@code found}. */
  List<JsonNode> read(ArrayNode docs) throws OpenSearchUnavailableException {
    ObjectNode request = json.createObjectNode();
    request.set("docs", docs);
    List<JsonNode> read = new ArrayList<>(docs.size());
    for (JsonNode doc : ask(request).path("docs")) {
      if (doc.has("error")) {
        throw new OpenSearchUnavailableException(
            doc.path("error").path("reason").asText("a document could not be read"), null);
      }
      read.add(doc);
    }
    if (read.size() != docs.size()) {
      throw new OpenSearchUnavailableException(
          docs.size() + " documents were asked for, " + read.size() + " answered", null);
    }
    return read;
  }

  private JsonNode ask(JsonNode request) throws OpenSearchUnavailableException {
    try {
      Answer answer = http.await(http.json("POST", "/_mget", json.writeValueAsBytes(request)));
      if (!answer.ok()) {
        throw OpenSearchUnavailableException.refused(answer);
      }
      return json.readTree(answer.body());
    } catch (IOException e) {
      throw OpenSearchUnavailableException.noAnswer(e);
    }
  }
}
